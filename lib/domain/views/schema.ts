import { z } from 'zod'
import { Id } from '#lib/values/id.ts'
import { RuleError } from '#lib/values/rule-error.ts'

/** The maximum number of views that a person saves of one list. */
export const MAX_VIEWS = 50
/** The maximum number of views of a list that others share. */
export const MAX_SHARED = 50

const ListPath = z.string().regex(/^(?:\/[a-z-]{1,30}){1,3}$/, 'list must be the path of a list.')
const ViewName = z.string().trim().min(1, 'Enter a name.').max(40, 'The name is at most 40 characters.')

export const FetchViews = z.strictObject({ list: ListPath })
export const ViewId = z.strictObject({ id: Id('view') })
export const SaveView = z.strictObject({
  list: ListPath,
  name: ViewName,
  /** Search params. */
  query: z.string().max(2000, 'The filters of this view are too long.'),
  shared: z.boolean().default(false),
  is_default: z.boolean().default(false),
})
export const UpdateView = z.strictObject({
  id: ViewId.shape.id,
  name: ViewName,
  shared: z.boolean().default(false),
  is_default: z.boolean().default(false),
})

export const ListView = z.object({
  id: z.string(),
  list: z.string(),
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  /** The list opens with it, for the person who saved it. */
  is_default: z.boolean(),
  /** Saved by the person who reads it. */
  own: z.boolean(),
})
export type ListView = z.output<typeof ListView>

/** A view, and why its reader can't share, change or delete it; null when they can. */
export const ListViewDetails = ListView.extend({
  share_error: RuleError.nullable(),
  update_error: RuleError.nullable(),
  delete_error: RuleError.nullable(),
})
