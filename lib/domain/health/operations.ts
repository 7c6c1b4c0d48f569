import { getHealth } from './get.ts'

/** The operations on the health of the server. */
export const healthOperations = [getHealth]
