import { z } from 'zod'
import type { Condition } from '#lib/database/conditions.ts'
import { keysOfPeopleGone } from '#lib/domain/api-keys/find.ts'
import { ENDING_SOON, Key, KeyOfPersonGone, keyStateOf, ListedKey } from '#lib/domain/api-keys/schema.ts'
import { choice } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** Active keys, those that expire soon, those of people who lost access, those that expired or were revoked, or all. */
export const KEY_GROUPS = ['current', 'ending', 'people_gone', 'ended', 'all'] as const

export const KEY_FILTERS = [
  choice('group', KEY_GROUPS, {
    standard: 'current',
    spelling: {
      name: 'status',
      words: { current: 'active', ending: 'expiring', people_gone: 'creator-removed', ended: 'expired' },
    },
    where: inGroup,
  }),
]

export const { list: listKeysForDashboard, export: exportKeys } = defineList({
  noun: 'keys',
  table: 'api_keys',
  permission: 'keys:read',
  item: ListedKey,
  filters: KEY_FILTERS,
  tab: ['group'],
  tabs: (context) =>
    Object.fromEntries(
      (['current', 'ending', 'people_gone', 'ended'] as const).map((group) => [
        group,
        inGroup(group, context),
      ]),
    ),
  currency: null,
  show: async ({ now }, rows: unknown[]) =>
    rows.map((row) => Key.parse(row)).map((key) => ({ ...key, state: keyStateOf(key, now) })),
  /** Active keys of people who lost access: returned with every page of the list. */
  beside: { of_people_gone: z.array(KeyOfPersonGone) },
  about: async (context) => ({ of_people_gone: await keysOfPeopleGone(context) }),
})

const CURRENT = '(revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?))'

/** As in of-people-gone.ts. */
const OF_PEOPLE_GONE = `api_keys.created_by LIKE 'user:%' AND EXISTS (
  SELECT 1 FROM users person WHERE person.email = substr(api_keys.created_by, 6) AND (
    person.disabled_at IS NOT NULL OR NOT EXISTS (
      SELECT 1 FROM memberships WHERE user_id = person.id AND merchant_id = ?)))`

function inGroup(group: (typeof KEY_GROUPS)[number], { now, account }: Context): Condition[] {
  if (group === 'current') return [{ sql: CURRENT, values: [now] }]
  if (group === 'ending') return [{ sql: `${CURRENT} AND expires_at <= ?`, values: [now, now + ENDING_SOON] }]
  if (group === 'people_gone')
    return [{ sql: `${CURRENT} AND ${OF_PEOPLE_GONE}`, values: [now, account.merchant_id] }]
  if (group === 'ended') return [{ sql: `NOT ${CURRENT}`, values: [now] }]
  return []
}
