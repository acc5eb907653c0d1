"""Names of counties and things: what players write, and what they meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.lexicon import LANGUAGES, Lexicon, Match, fold, language_of, spellings
from engine.wallenstein.board import (
    ACTIONS,
    BUILDING_KINDS,
    COUNTIES,
    EVENTS,
    REGIONS,
    SEASONS,
    TILES,
)
from engine.wallenstein.words.names import (
    ACTION_NAMES,
    BUILDING_NAMES,
    EVENT_NAMES,
    SEASON_NAMES,
    TILE_NAMES,
    county_name,
    find_county,
    region_name,
)


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Lüneburg", "lueneburg"),
        ("Lu\u0308neburg", "lueneburg"),
        ("STRASSBURG", "strassburg"),
        ("Straßburg", "strassburg"),
        ("Sächs. Lande", "saechslande"),
        (" Hessen - Kassel ", "hessenkassel"),
        ("hessen_kassel", "hessenkassel"),
        ("Kampf/Bewegung -A-", "kampfbewegunga"),
        ("café", "cafe"),
        ("…", ""),
    ],
)
def test_folding_leaves_small_plain_letters_and_digits(written: str, folded: str) -> None:
    assert fold(written) == folded


def test_an_umlaut_may_be_written_out_or_lose_its_dots() -> None:
    assert spellings("Lüneburg") == ("lueneburg", "luneburg")
    assert spellings("Lueneburg") == ("lueneburg",)


@pytest.mark.parametrize(
    ("written", "county"),
    [
        ("Luneburg", "lueneburg"),
        ("Lueneburg", "lueneburg"),
        ("LÜNEBURG", "lueneburg"),
        ("Sächs. Lande", "saechsische_lande"),
        ("Saechsische Lande", "saechsische_lande"),
        ("Erzbm. Köln", "koeln"),
        ("Erzbistum Koeln", "koeln"),
        ("Köln", "koeln"),
        ("Bm. Konstanz", "konstanz"),
        ("bistum konstanz", "konstanz"),
        ("Fm. Bayern", "fuerstentum_bayern"),
        ("Bayern", "fuerstentum_bayern"),
        ("Gft. Mark", "mark"),
        ("Mark", "mark"),
        ("Hm Paderborn", "paderborn"),
        ("Hessen Kassel", "hessen_kassel"),
        ("HessenKassel", "hessen_kassel"),
        ("Straßburg", "strassburg"),
        ("Bohmen", "boehmen"),
    ],
)
def test_a_county_is_found_by_any_usual_spelling(written: str, county: str) -> None:
    assert find_county(written).id == county


@pytest.mark.parametrize("card", COUNTIES.values(), ids=lambda card: card.id)
def test_every_county_is_found_by_all_its_printed_names(card) -> None:
    for written in (card.id, card.name, card.full_name, card.printed, card.name.upper()):
        assert find_county(written).id == card.id


@pytest.mark.parametrize(
    ("start", "county"),
    [
        ("Boe", "boehmen"),
        ("Böh", "boehmen"),
        ("Wolf", "wolfenbuettel"),
        ("Hessen-K.", "hessen_kassel"),
    ],
)
def test_the_first_letters_are_enough_if_one_county_has_them(start: str, county: str) -> None:
    assert find_county(start).id == county


@pytest.mark.parametrize(
    ("start", "counties"),
    [
        ("Hess", {"hessen_darmstadt", "hessen_kassel"}),
        ("ober", {"oberoesterreich", "oberpfalz"}),
        ("Bre", {"bremen", "breisgau"}),
        ("Erz", {"koeln", "trier"}),
    ],
)
def test_letters_that_several_counties_share_name_them_all(start: str, counties: set[str]) -> None:
    match = find_county(start)
    assert match.ambiguous
    assert match.id is None
    assert set(match.ids) == counties


def test_two_letters_are_too_few_but_worth_a_question() -> None:
    assert find_county("Lü") == Match("Lü", (), ("lueneburg", "luettich"))


@pytest.mark.parametrize(
    ("typo", "meant"),
    [
        ("Kursaxen", "kursachsen"),
        ("Wurttemburg", "wuerttemberg"),
        ("Bohemia", "boehmen"),
        ("Bohmmen", "boehmen"),
        ("Mecklenberg", "mecklenburg"),
        ("Kassel", "hessen_kassel"),
        ("Pommern", "vorpommern"),
        ("Niederöstr.", "niederoesterreich"),
    ],
)
def test_a_typo_is_answered_with_what_was_meant(typo: str, meant: str) -> None:
    match = find_county(typo)
    assert match.ids == ()
    assert match.suggestions[0] == meant


@pytest.mark.parametrize("written", ["", " ", "?", "xyz", "x" * 100_000, "\ud800", "Wien"])
def test_nonsense_and_cities_are_nothing(written: str) -> None:
    assert find_county(written) == Match(written, ())


@given(st.text())
def test_any_text_is_looked_up_without_an_error(written: str) -> None:
    match = find_county(written)
    assert set(match.ids) | set(match.suggestions) <= set(COUNTIES)
    assert not (match.ids and match.suggestions)


@given(st.sampled_from(sorted(COUNTIES)), st.data())
def test_the_start_of_a_name_never_hides_the_county(county: str, data: st.DataObject) -> None:
    name = county_name(county)
    start = name[: data.draw(st.integers(3, len(name)))]
    assert county in find_county(start).ids


def test_a_name_shared_by_two_things_is_refused() -> None:
    with pytest.raises(ValueError, match="means"):
        Lexicon.of({"one": ("Köln",), "two": ("koeln",)})


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_a_name_in_both_languages(language) -> None:
    event_kinds = {card.kind for card in EVENTS.values()}
    for names, ids in (
        (ACTION_NAMES, ACTIONS),
        (TILE_NAMES, TILES),
        (BUILDING_NAMES, BUILDING_KINDS),
        (SEASON_NAMES, SEASONS),
        (EVENT_NAMES, event_kinds),
    ):
        assert all(names[thing][language] for thing in ids)


def test_counties_and_regions_keep_their_german_names() -> None:
    assert county_name("boehmen") == "Böhmen"
    assert {region_name(region) for region in REGIONS} >= {"Österreich", "Kurpfalz"}


def test_a_language_code_picks_one_of_our_languages() -> None:
    assert [language_of(code) for code in ("de", "de-AT", "EN", "fr")] == ["de", "de", "en", "en"]
