import type { Operation } from '#lib/pipeline/operation.ts'
import { attachDocument } from './attach.ts'
import { attachDocuments } from './attach-many.ts'
import { attachToRecords } from './attach-to-records.ts'
import { createDocument } from './create.ts'
import { detachDocument } from './detach.ts'
import { zipDocuments } from './export.ts'
import { fetchDocument } from './fetch.ts'
import { fetchAllDocuments } from './fetch-all.ts'
import { fetchAttachedDocuments } from './fetch-attached.ts'
import { fetchDocumentContent } from './fetch-content.ts'
import { getDocumentDetails } from './get-details.ts'
import { exportDocuments, listDocumentsForDashboard } from './list.ts'
import { fetchDocumentTimeline } from './timeline.ts'

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
