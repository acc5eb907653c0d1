// Offers notices after an answer, once in this browser, where it can show them or could if it were set up.
const offer = document.getElementById("push-offer");
const SHOWN = "push offered";
const able = "PushManager" in window && "Notification" in window && Notification.permission === "default";
// Phones of Apple push to what lies on their home screen, and to nothing else.
const couldBe = "standalone" in navigator && !navigator.standalone;

function isNew() {
  try {
    if (localStorage.getItem(SHOWN)) return false;
    localStorage.setItem(SHOWN, "yes");
    return true;
  } catch {
    // A browser that forgets would be asked again and again.
    return false;
  }
}

if ((able || couldBe) && isNew()) offer.hidden = false;
offer.querySelector("[data-put-away]").addEventListener("click", () => offer.remove());
