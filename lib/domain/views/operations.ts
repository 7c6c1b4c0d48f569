import type { Operation } from '#lib/pipeline/operation.ts'
import { fetchListView, fetchListViews } from './fetch.ts'
import { deleteListView, saveListView, updateListView } from './save.ts'

export const viewOperations: readonly Operation[] = [
  fetchListViews,
  fetchListView,
  saveListView,
  updateListView,
  deleteListView,
]
