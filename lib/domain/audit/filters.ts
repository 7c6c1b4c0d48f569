import { z } from 'zod'
import { ACTION_LABELS, actionLabel } from '#lib/domain/audit/schema/action-labels.ts'
import { ACTOR_KINDS, PEOPLE_AND_APPS } from '#lib/domain/audit/schema.ts'
import { chosen, equals, oneOf, period, startsWith, text } from '#lib/domain/filters.ts'
import { several, shortText } from '#lib/filters/param-schemas.ts'

/** The choices of the filter: one for each label, under the first name that has it. */
export const ACTION_CHOICES: Readonly<Record<string, string>> = Object.fromEntries(
  [...new Set(Object.values(ACTION_LABELS))].sort().map((label) => [namesWith(label)[0], label]),
)

/** All names that read the same as this one: "Customer updated" is three operations. */
export function actionsLike(action: string): string[] {
  return Object.hasOwn(ACTION_LABELS, action) ? namesWith(actionLabel(action)) : [action]
}

function namesWith(label: string): string[] {
  return Object.keys(ACTION_LABELS).filter((name) => ACTION_LABELS[name] === label)
}

const ALL = 'all'

const ActorKinds = several([...ACTOR_KINDS, ALL], 'actor').transform((kinds) =>
  kinds.includes(ALL) ? undefined : kinds,
)

/** Its standard period bounds what filters without an index of their own read. */
export const AUDIT_FILTERS = [
  period({ standard: '28d' }),
  /** What was done, by its label, which can stand for several operations. */
  chosen('action', z.array(z.string().trim().max(80)), {
    label: 'Action',
    words: ACTION_CHOICES,
    spelling: { words: ACTION_LABELS },
    read: shortText(80, 'Action').transform(actionsLike),
    shownAs: (action) => [actionsLike(action)[0] ?? action, actionLabel(action)],
    where: oneOf('action'),
  }),
  /** That of people and apps where none is chosen, as their tab. Everything has a tab, too. */
  chosen('actor_kind', z.array(z.enum(ACTOR_KINDS)), {
    label: 'Actor type',
    words: {
      user: 'Person',
      key: 'API key',
      client: 'Connected app',
      payer: 'Payer',
      system: 'Counterfoil',
      [ALL]: 'Everything',
    },
    spelling: {
      name: 'by',
      words: { user: 'person', key: 'api-key', client: 'app', system: 'counterfoil', [ALL]: 'everything' },
    },
    any: 'People and apps',
    everything: ALL,
    standard: PEOPLE_AND_APPS.join(','),
    read: ActorKinds,
    where: oneOf('actor_kind'),
  }),
  /** The beginning of the email or the name. */
  text('actor', 200, {
    label: 'Actor',
    placeholder: 'asha@… or a key name',
    where: startsWith('actor_name'),
  }),
  text('object', 40, {
    label: 'Record',
    placeholder: 'pay_…, usr_…, key_…',
    where: equals('object_id'),
  }),
  text('ip', 45, { label: 'IP address', placeholder: '192.0.2.1', where: equals('ip') }),
]
