{% load static %}// Shows what is pushed; runs without any page. Nothing is kept, and no request is looked at.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data.json();
  } catch {
    // A browser must show something for every push, or it ends the subscription.
  }
  const shown = self.registration.showNotification(told.title || "Wallenstein by Post", {
    body: told.body || "",
    tag: told.tag,
    icon: "{% static 'site/icon.svg' %}",
    data: { url: told.url },
  });
  event.waitUntil(shown);
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const home = new URL("/", self.location);
  let wanted = home;
  try {
    wanted = new URL(event.notification.data.url, home);
  } catch {
    // Without an address there is still the site itself.
  }
  if (wanted.origin !== home.origin) wanted = home;
  event.waitUntil(open(wanted.href));
});

async function open(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => page.url === address);
  return there ? there.focus() : self.clients.openWindow(address);
}
