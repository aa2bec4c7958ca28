import type { Static } from '@fastify/type-provider-typebox';
import {
  type EventsQuery,
  Filters,
  MEMBER_TOPICS,
  OWN_TOPICS,
  TOPICS,
  type Topic,
} from '@ordbook/api/event/event';
import { refuse } from '@ordbook/protocol/refusals';
import { Compile } from 'typebox/compile';
import type { StoredEvent } from '../../store/event/events.ts';
import { topicOf } from './shape.ts';

/** What a subscriber wants; absent: everything that it may see. */
export interface EventFilters {
  readonly topics?: ReadonlySet<string>;
  readonly collections?: ReadonlySet<string>;
  readonly inscriptions?: ReadonlySet<string>;
}

const filters = Compile(Filters);

/**
 * The filters of a query. Refuses (400) an unknown topic, a malformed value, too many values; and (401) a
 * topic that needs a session when there is none.
 */
export function readFilters(query: Static<typeof EventsQuery>, isSignedIn: boolean): EventFilters {
  const asked = {
    ...(query.topics === undefined ? {} : { topics: split(query.topics) }),
    ...(query.collections === undefined ? {} : { collections: split(query.collections.toLowerCase()) }),
    ...(query.inscriptions === undefined ? {} : { inscriptions: split(query.inscriptions) }),
  };
  const flaw = filters.Errors(asked)[0];
  if (flaw) {
    const [, name = 'topics', at] = flaw.instancePath.split('/');
    const values = asked[name as keyof typeof asked] ?? [];
    refuse(
      'malformed',
      at === undefined
        ? `${name} must be at most 50 values, but is ${values.length}`
        : name === 'topics'
          ? `topics has "${values[Number(at)]}", which is not a topic; use ${TOPICS.join(', ')}`
          : `${name} has "${values[Number(at)]}", which is not ${name === 'collections' ? 'the slug of a collection' : 'an inscription id'}`,
    );
  }
  const locked = (asked.topics ?? []).find((topic) => !isSignedIn && NEED_SESSION.has(topic as Topic));
  if (locked !== undefined) refuse('token_missing', `the topic ${locked} needs a bearer session token`);
  return Object.fromEntries(Object.entries(asked).map(([name, values]) => [name, new Set(values)]));
}

const NEED_SESSION: ReadonlySet<Topic> = new Set([...MEMBER_TOPICS, ...OWN_TOPICS]);

/**
 * Whether a subscriber gets the event. A block concerns every collection and every inscription. `profileId`:
 * of its session; null: it has none.
 */
export function isFor(event: StoredEvent, profileId: string | null, wanted: EventFilters): boolean {
  if (event.audience === 'members' && profileId === null) return false;
  if (event.audience === 'own' && (profileId === null || !event.profileIds.includes(profileId))) return false;
  const topic = topicOf(event);
  if (wanted.topics && !wanted.topics.has(topic)) return false;
  if (topic === 'block') return true;
  if (wanted.collections && !event.slugs.some((slug) => wanted.collections!.has(slug))) return false;
  return !wanted.inscriptions || event.inscriptionIds.some((id) => wanted.inscriptions!.has(id));
}

function split(values: string): string[] {
  return [...new Set(values.split(',').map((value) => value.trim()))];
}
