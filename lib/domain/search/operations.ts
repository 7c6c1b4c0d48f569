import type { Operation } from '#lib/pipeline/operation.ts'
import { fetchDocumentText } from './fetch.ts'
import { findRecords } from './find-records.ts'
import { search } from './search.ts'

export const searchOperations: readonly Operation[] = [search, findRecords, fetchDocumentText]
