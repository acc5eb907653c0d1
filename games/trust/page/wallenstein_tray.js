// ---- Wallenstein's tray: which cubes a fact moves, and what a battle or a revolt comes to --------

// What a battle comes to; where the county is calm the peasants stand with its holder, and where
// armies in reserve hold it, the peasants alone can defend it.
function battleOf(tray, attacker, defender, isCalm, isHeld) {
  const attack = tray[attacker] ?? 0;
  const ofDefender = defender === null ? 0 : tray[defender] ?? 0;
  const peasants = isCalm || defender === null ? tray.peasants ?? 0 : 0;
  const defence = ofDefender + peasants;
  const home = { [attacker]: attack, peasants };
  if (defender !== null) home[defender] = ofDefender;
  let [outcome, owner, garrison] = ["tie", null, 0];
  if (attack > defence) {
    [outcome, owner, garrison] = ["attacker", attacker, attack - defence];
  } else if (defence > attack && defender === null) {
    outcome = "defender";
  } else if (defence > attack && (ofDefender || isHeld)) {
    // The peasants are lost first.
    [outcome, owner, garrison] = ["defender", defender, ofDefender - Math.max(0, attack - peasants)];
  }
  if (owner !== null) home[owner] -= garrison;
  return { attackers_fell: attack, defenders_fell: defence, outcome, owner, garrison, home: some(home) };
}

// What a revolt comes to; all peasants in the tray take part in it.
function revoltOf(tray, seat) {
  const [armies, peasants] = [tray[seat] ?? 0, tray.peasants ?? 0];
  const garrison = Math.max(0, armies - peasants);
  const home = some({ [seat]: armies - garrison, peasants });
  return { armies_fell: armies, peasants_fell: peasants, held: armies > peasants, garrison, home };
}

function cubesOf(term, payload) {
  const [amount, colourOf] = term.split(" of ");
  if (colourOf) return oneColour(need(payload, colourOf), need(payload, amount));
  const [count, colour] = term.split(" as ");
  if (colour) return oneColour(colour, need(payload, count));
  const cubes = need(payload, term);
  if (!isObject(cubes) || !Object.values(cubes).every((n) => isCount(n, 1))) throw new Misshapen();
  return cubes;
}

function oneColour(colour, count) {
  if (!isCount(count) || (count && typeof colour !== "string")) throw new Misshapen();
  return count ? { [colour]: count } : {};
}
