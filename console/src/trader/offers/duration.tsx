import { words } from '../text.ts';

/** Hours that an offer can last. */
export type Hours = (typeof words.offer.durations)[number][0];

const DEFAULT: Hours = 168;

/** How long an offer lasts. In a form, its value is `hours`. */
export function Duration({ onChoose }: { readonly onChoose?: (hours: Hours) => void }) {
  return (
    <label class="duration">
      {words.offer.lasts}
      <select name="hours" onChange={(event) => onChoose?.(hoursIn(event.currentTarget.value))}>
        {words.offer.durations.map(([hours, name]) => (
          <option key={hours} value={hours} selected={hours === DEFAULT}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Days that a listing can last; null: no end. */
export type Days = (typeof words.sell.durations)[number][0];

/** How long listings last. */
export function ListingDuration({ onChoose }: { readonly onChoose: (days: Days) => void }) {
  const { durations } = words.sell;
  return (
    <label class="duration">
      {words.offer.lasts}
      <select onChange={(event) => onChoose(durations[event.currentTarget.selectedIndex]![0])}>
        {durations.map(([, name]) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

/** When a listing that lasts so long ends, in words. */
export function afterDays(days: Days): string {
  const name = words.sell.durations.find(([one]) => one === days)![1];
  return days === null ? words.sign.endless : words.sign.after(name);
}

/** The hours that a form names. */
export function hoursIn(value: unknown): Hours {
  return words.offer.durations.find(([hours]) => String(hours) === String(value))?.[0] ?? DEFAULT;
}

/** When something that lasts so long ends, in words. */
export function afterHours(hours: Hours): string {
  return words.sign.after(words.offer.durations.find(([one]) => one === hours)![1]);
}
