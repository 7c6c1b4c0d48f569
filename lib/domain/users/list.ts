import { z } from 'zod'
import type { Condition } from '#lib/database/conditions.ts'
import { anyOf, likeText } from '#lib/database/conditions.ts'
import { chosen, oneOf, several, text } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'
import { withRoleNames } from '#lib/domain/roles/find.ts'
import { RoleId } from '#lib/domain/roles/schema.ts'
import { PERSON_STATUSES, Person } from '#lib/domain/users/schema.ts'
import { severalTexts } from '#lib/filters/param-schemas.ts'
import type { memberships } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'

export const TEAM_FILTERS = [
  several('status', PERSON_STATUSES, {
    label: 'Status',
    as: 'tab',
    where: (statuses) => anyOf(statuses.flatMap(withStatus)),
  }),
  /** Of the roles that there are. */
  chosen('role', z.array(RoleId), { label: 'Role', read: severalTexts(RoleId), where: oneOf('role') }),
  /** A part of the name or of the email. */
  text('person', 100, { label: 'Person', placeholder: 'name or email', where: named }),
]

/** The people of the merchant, in both modes. */
export const { list: listTeamForDashboard, export: exportTeam } = defineList({
  noun: 'team',
  table: 'memberships',
  key: 'user_id',
  owner: 'merchant_id',
  permission: 'team:read',
  item: Person,
  filters: TEAM_FILTERS,
  tab: ['status'],
  tabs: { active: withStatus('active'), disabled: withStatus('disabled') },
  currency: null,
  show: people,
})

function withStatus(status: (typeof PERSON_STATUSES)[number]): Condition[] {
  const isDisabled =
    'EXISTS (SELECT FROM users person WHERE person.id = user_id AND person.disabled_at IS NOT NULL)'
  return [{ sql: status === 'disabled' ? isDisabled : `NOT ${isDisabled}`, values: [] }]
}

function named(part: string): Condition[] {
  const pattern = `%${likeText(part.toLowerCase())}%`
  return [
    {
      sql: 'EXISTS (SELECT FROM users person WHERE person.id = user_id AND (lower(person.name) LIKE ? OR lower(person.email) LIKE ?))',
      values: [pattern, pattern],
    },
  ]
}

/** Memberships with their people and when these were last seen, with one query for all. */
export async function people(
  context: Pick<Context, 'account' | 'actor' | 'rows' | 'tables'>,
  found: memberships[],
) {
  const { actor, rows } = context
  const users = await rows<Pick<Person, 'id' | 'email' | 'name' | 'disabled_at' | 'last_seen_at'>>(
    `SELECT person.id, person.email, person.name, person.disabled_at,
            (SELECT max(session.last_seen_at) FROM sessions session WHERE session.user_id = person.id) AS last_seen_at
     FROM users person WHERE person.id = ANY($1::text[])`,
    [found.map(({ user_id }) => user_id)],
  )
  const byId = new Map(users.map((user) => [user.id, user]))
  return (await withRoleNames(context, found)).map((membership) => ({
    ...membership,
    ...byId.get(membership.user_id),
    created_at: membership.created_at,
    own: membership.user_id === actor.id,
  }))
}
