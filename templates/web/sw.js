{% load static %}// Shows what is pushed; runs without any page. Nothing is kept, and no request is looked at.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  let notice = {};
  try {
    notice = event.data.json();
  } catch {
    // A browser must show something for every push, or it ends the subscription.
  }
  const shown = self.registration.showNotification(notice.title || "Wallenstein by Post", {
    body: notice.body || "",
    tag: notice.tag,
    icon: "{% static 'site/icons/192.png' %}",
    data: { url: notice.url },
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
