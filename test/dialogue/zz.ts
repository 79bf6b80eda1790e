import { testSite } from "./site.js";
const s = testSite();
const qs: [string, any][] = [["When is your next evening in Stockholm, and in which part of town is it?","en"],["Which evening comes first in Stockholm and what does it cost to get in?","en"],["Hur ofta ses ni i Varberg, och vad kostar det?","sv"],["How do I add the dates to Google Calendar, and does it show when something is moved?","en"],["Hur lägger jag in era datum i Google Kalender och syns det direkt om något flyttas?","sv"]];
for (const [q, l] of qs) { console.log("\n##", l, q); console.log(s.converse([q], l).text.slice(0, 1200)); }
