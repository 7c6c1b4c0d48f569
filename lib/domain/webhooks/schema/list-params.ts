import { flagParam } from '#lib/filters/list-params.ts'

/** The filters of the list of webhooks, as search params and as text. */
export const WEBHOOK_PARAMS = { failing: flagParam('failing') }
