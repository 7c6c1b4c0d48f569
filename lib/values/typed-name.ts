import { z } from 'zod'

/** The name of a record as a person types it to confirm an irreversible action. The longest is the host of a webhook. */
export const TypedName = z.string().max(300, 'The name can be up to 300 characters.')
