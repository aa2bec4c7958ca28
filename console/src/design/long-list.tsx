import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Layout, windowOf } from '../data/windowing.ts';

interface LongListProps<Element> {
  readonly elements: readonly Element[];
  readonly keyOf: (element: Element) => string;
  readonly layout: Layout;
  readonly label: string;
  /** How many there are in all, where it is known. */
  readonly total?: number;
  /** Called when the end comes near. */
  readonly onEnd: () => void;
  readonly children: (element: Element) => ComponentChildren;
}

/**
 * A list in columns that scrolls with the page, of which only the part on the screen is in the document: it
 * stays as fast with 10,000 elements as with 50.
 */
export function LongList<Element>(props: LongListProps<Element>) {
  const { elements, keyOf, layout, label, total, onEnd, children } = props;
  const list = useRef<HTMLUListElement>(null);
  const [seen, setSeen] = useState({ width: 0, top: 0, view: window.innerHeight });

  useLayoutEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      const box = list.current!.getBoundingClientRect();
      setSeen((now) => {
        const next = { width: box.width, top: -box.top, view: window.innerHeight };
        // a small step shows nothing new: the spare rows cover it
        const isSame =
          next.width === now.width && next.view === now.view && Math.abs(next.top - now.top) < STEP;
        return isSame ? now : next;
      });
    };
    const later = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    const resized = new ResizeObserver(later);
    resized.observe(list.current!);
    window.addEventListener('scroll', later, { passive: true });
    window.addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      resized.disconnect();
      window.removeEventListener('scroll', later);
      window.removeEventListener('resize', later);
    };
  }, []);

  const { columns, rows, rowHeight, first, last } = windowOf(layout, { count: elements.length, ...seen });
  const isNearEnd = seen.width > 0 && last >= rows;
  useEffect(() => {
    if (isNearEnd) onEnd();
  }, [isNearEnd, elements.length, onEnd]);

  const shown = seen.width === 0 ? [] : elements.slice(first * columns, last * columns);
  return (
    <ul
      ref={list}
      class="long-list"
      aria-label={label}
      style={{ height: `${Math.max(0, rows * rowHeight - layout.gap)}px` }}
    >
      {shown.map((element, place) => {
        const index = first * columns + place;
        const row = Math.floor(index / columns);
        const column = index % columns;
        return (
          <li
            key={keyOf(element)}
            aria-setsize={total ?? -1}
            aria-posinset={index + 1}
            style={{
              width: `calc((100% - ${layout.gap * (columns - 1)}px) / ${columns})`,
              height: `${rowHeight - layout.gap}px`,
              transform: `translate(calc(${column} * (100% + ${layout.gap}px)), ${row * rowHeight}px)`,
            }}
          >
            {children(element)}
          </li>
        );
      })}
    </ul>
  );
}

/** Pixels of scrolling after which the rows are chosen again. */
const STEP = 80;
