'use client'
import { type ComponentProps, lazy } from 'react'

const Form = lazy(async () => ({ default: (await import('./comment-form.tsx')).CommentForm }))

/**
 * The form of a comment, whose script comes after those of the page. Without a boundary of its own the server waits for
 * it: a boundary would put the form after the page, where only script can move it into its place.
 */
export function LazyCommentForm(props: ComponentProps<typeof Form>) {
  return <Form {...props} />
}
