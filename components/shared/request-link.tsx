import { Id } from '#components/ui/id.tsx'

/** The ID of a request: a link where the request log has it, else text to copy, since the link would lead nowhere. */
export function RequestLink({ id, isLogged }: { id: string; isLogged: boolean }) {
  return <Id value={id} {...(isLogged ? { href: `/logs/${id}` } : {})} />
}
