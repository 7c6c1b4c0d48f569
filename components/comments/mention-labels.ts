import { MAX_MENTIONED, type MentionResult } from '#lib/domain/comments/schema.ts'

/** What to tell the author of a comment about its mentions; null when it mentions no one. */
export function mentionText(result: MentionResult): { tone: 'good' | 'wait'; sentences: string[] } | null {
  const { notified, muted, beyond, unmatched, sends } = result
  const sentences = [
    notified.length > 0 && sends && `Notified by email: ${notified.join(', ')}.`,
    notified.length > 0 &&
      !sends &&
      `Shown on their overview: ${notified.join(', ')}. No email was sent, because email isn't set up on this server.`,
    muted.length > 0 && `Not emailed, because mention emails are off: ${muted.join(', ')}.`,
    beyond.length > 0 &&
      `Not notified, because a comment notifies up to ${MAX_MENTIONED} people: ${beyond.join(', ')}.`,
    unmatched.length > 0 &&
      `Not notified, because no colleague who can see this record matches: ${unmatched.map((word) => `@${word}`).join(', ')}.`,
  ].filter((sentence) => sentence !== false)
  if (sentences.length === 0) return null
  return { tone: beyond.length + unmatched.length > 0 ? 'wait' : 'good', sentences }
}
