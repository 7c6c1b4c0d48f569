import { Id } from '#components/ui/id.tsx'

/** The ID of a request: a link where the request log has it, else text to copy, since the link would lead nowhere. */
export function RequestLink({ id, kept }: { id: string; kept: boolean }) {
  return <Id value={id} {...(kept ? { href: `/logs/${id}` } : {})} />
}
