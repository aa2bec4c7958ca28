import { routerOf } from '../app/router.ts';
import { OPERATOR_PATHS } from './paths.ts';

/** Of the operator's pages. */
export const { location, linkTo, goTo, followLinks } = routerOf(OPERATOR_PATHS);
