import { PATHS } from './paths.ts';
import { routerOf } from './router.ts';

/** Of the pages of visitors and traders. */
export const { location, linkTo, goTo, followLinks } = routerOf(PATHS);
