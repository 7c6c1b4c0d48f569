import type { Operation } from '#lib/pipeline/operation.ts'
import { findRecords } from './find-records.ts'
import { fetchDocumentText, search } from './search.ts'

export const searchOperations: readonly Operation[] = [search, findRecords, fetchDocumentText]
