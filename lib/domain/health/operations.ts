import { dropJob, retryJob } from './change-job.ts'
import { getHealth } from './get.ts'

/** The operations on the health of the server. */
export const healthOperations = [getHealth, retryJob, dropJob]
