import { getTableRetention } from './get.ts'

/** The operations on how long tables are kept. */
export const retentionOperations = [getTableRetention]
