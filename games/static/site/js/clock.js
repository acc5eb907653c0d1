// Moments written as the server writes them: the weekday, the day, and the hours of the whole day.
// The server writes English as Europe does.
export const language = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;

export function clock(year = true) {
  return new Intl.DateTimeFormat(language, {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: year ? "numeric" : undefined,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}
