import type { Operation } from '#lib/pipeline/operation.ts'
import { addComment } from './add.ts'
import { deleteComment } from './delete.ts'
import { fetchComments } from './fetch.ts'
import { fetchMentions } from './fetch-mentions.ts'
import { findColleagues } from './find-colleagues.ts'

export const commentOperations: readonly Operation[] = [
  fetchComments,
  fetchMentions,
  findColleagues,
  addComment,
  deleteComment,
]
