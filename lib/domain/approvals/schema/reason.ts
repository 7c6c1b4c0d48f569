import { z } from 'zod'

/** Why a requester asks for a looser limit: needed where another person approves it. */
export const RequestReason = z
  .string()
  .trim()
  .max(300, 'The reason can be up to 300 characters.')
  .nullish()
  .meta({ description: 'Reason for a change that another person must approve. Up to 300 characters.' })
