import { placeOf } from '../data/place.ts';

/** Of this page. */
export const place = placeOf(document);
