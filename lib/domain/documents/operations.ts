import type { Operation } from '#lib/pipeline/operation.ts'
import { attachDocument, attachDocuments, attachToRecords, detachDocument } from './attach.ts'
import { createDocument } from './create.ts'
import { zipDocuments } from './export.ts'
import {
  fetchAllDocuments,
  fetchAttachedDocuments,
  fetchDocument,
  fetchDocumentContent,
  fetchDocumentTimeline,
  getDocumentDetails,
} from './fetch.ts'
import { exportDocuments, listDocumentsForDashboard } from './list.ts'

export const documentOperations: readonly Operation[] = [
  createDocument,
  fetchAllDocuments,
  fetchDocument,
  fetchDocumentContent,
  listDocumentsForDashboard,
  exportDocuments,
  getDocumentDetails,
  fetchDocumentTimeline,
  attachDocument,
  attachDocuments,
  attachToRecords,
  detachDocument,
  fetchAttachedDocuments,
  zipDocuments,
]
