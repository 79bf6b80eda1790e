import { daysAfter, type LocalDate } from "./wall-clock.js";

/** Gregorian, by Meeus, Astronomical Algorithms, ch. 8. */
export function easterSunday(year: number): LocalDate {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - (year % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  return daysAfter(`${year}-03-22`, epact + toSunday - 7 * late);
}
