import type { Operation } from '#lib/pipeline/operation.ts'
import { addComment } from './add.ts'
import { deleteComment } from './delete.ts'
import { fetchComments, fetchMentions, findColleagues } from './fetch.ts'

export const commentOperations: readonly Operation[] = [
  fetchComments,
  fetchMentions,
  findColleagues,
  addComment,
  deleteComment,
]
