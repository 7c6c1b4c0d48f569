import { choiceFilter } from '#components/shared/list/filter-controls.tsx'
import { choice, type ListFilter, withStandard } from '#components/shared/list/filters.tsx'
import { actionLabel } from '#lib/domain/audit/schema/action-labels.ts'
import { ACTOR_KINDS, PEOPLE_AND_APPS } from '#lib/domain/audit/schema.ts'
import { param } from '#lib/filters/list-params.ts'
import { several, shortText } from '#lib/filters/param-schemas.ts'
import { ACTION_CHOICES, ACTOR_LABELS, actionsLike } from './audit-labels.ts'

const ALL = 'all'

const ActorKinds = several([...ACTOR_KINDS, ALL], 'actor').transform((kinds) =>
  kinds.includes(ALL) ? undefined : kinds,
)

/** The kind of the actor: that of people and apps where none is chosen, as their tab. Everything has a tab, too. */
export function actorKind(): ListFilter {
  const look = { label: 'Actor type', choices: { ...ACTOR_LABELS, [ALL]: 'Everything' } }
  const filter = choice(param('actor_kind', ActorKinds), look)
  return withStandard(
    {
      ...filter,
      control: (query) => {
        const shown = choiceFilter(query, 'actor_kind', look.label, look.choices, 'People and apps')
        return query.actor_kind === ALL ? { ...shown, value: null } : shown
      },
    },
    PEOPLE_AND_APPS.join(','),
  )
}

/** What was done, by its label, which can stand for several operations. */
export function byAction(): ListFilter {
  const action = param('action', shortText(80, 'An action').transform(actionsLike))
  return {
    ...choice(action, { label: 'Action', choices: ACTION_CHOICES }),
    control: (query) => {
      const [action] = query.action === undefined ? [] : actionsLike(query.action)
      if (action === undefined) return choiceFilter(query, 'action', 'Action', ACTION_CHOICES)
      const choices = { ...ACTION_CHOICES, [action]: actionLabel(action) }
      return choiceFilter({ ...query, action }, 'action', 'Action', choices)
    },
  }
}
