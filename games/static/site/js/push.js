// Sets up push in this browser: asks its owner, subscribes, and sends the form that tells the site.
const form = document.getElementById("push-form");
const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
if (form && able) {
  form.querySelector(".without-push").hidden = true;
  form.querySelector(".with-push").hidden = false;
  document.getElementById("push-here").addEventListener("click", begin);
}

async function begin(event) {
  const button = event.currentTarget;
  button.disabled = true;
  try {
    if ((await Notification.requestPermission()) !== "granted") {
      complain(form.dataset.refused);
      return;
    }
    const { endpoint, keys } = (await subscription()).toJSON();
    form.elements.endpoint.value = endpoint;
    form.elements.p256dh.value = keys.p256dh;
    form.elements.auth.value = keys.auth;
    form.submit();
  } catch {
    complain(form.dataset.failed);
  } finally {
    button.disabled = false;
  }
}

async function subscription() {
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: decoded(form.dataset.key) };
  // One that was made for another key of the site would be of no use.
  const old = await pushManager.getSubscription();
  if (old) await old.unsubscribe();
  return pushManager.subscribe(wanted);
}

function decoded(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

function complain(what) {
  const place = document.getElementById("push-problem");
  place.textContent = what;
  place.hidden = false;
}
