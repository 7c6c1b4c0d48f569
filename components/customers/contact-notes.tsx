import { CircleCheck, CircleSlash } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { ContactHint } from './contact-hint.ts'

/** The type of a number, and whether it can have a wallet. Its line is reserved, so that typing moves nothing. */
export function PhoneNote({ contact }: { contact: ContactHint['contact'] | undefined }) {
  return (
    <output className="mt-1 flex min-h-4.5 flex-wrap items-center gap-x-2 text-small text-ink-2 max-phone:min-h-9 noscript:hidden">
      {contact && (
        <>
          <span className="num">{contact.text}</span>
          <span>{contact.country ?? 'not a valid phone number'}</span>
          <WalletWord possible={contact.wallet} />
        </>
      )}
    </output>
  )
}

/** Only a valid Indian mobile number can hold a wallet. */
function WalletWord({ possible }: { possible: boolean }) {
  const Icon = possible ? CircleCheck : CircleSlash
  return (
    <span
      className={possible ? 'inline-flex items-center gap-1 text-good' : 'inline-flex items-center gap-1'}
    >
      <Icon aria-hidden="true" className="size-3.5 flex-none" />
      {possible ? 'valid Indian mobile: a wallet can be created' : 'not an Indian mobile: no wallet possible'}
    </span>
  )
}

type SimilarProps = {
  similar: ContactHint['similar']
  /** The current input, to name the duplicate field. */
  email: string
  contact: string | undefined
}

/** Others with the same e-mail or number: perhaps the person is there already. */
export function SimilarNote({ similar, email, contact }: SimilarProps) {
  return (
    <div role="status">
      {similar.length > 0 && (
        <div className="mt-2">
          <Notice tone="wait">
            <ul>
              {similar.map((other) => (
                <li key={other.id}>
                  <Link href={`/customers/${other.id}`} target="_blank" className="link">
                    {other.words}
                  </Link>{' '}
                  has {sameWords(other, email, contact)} already.
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
    </div>
  )
}

function sameWords(
  other: ContactHint['similar'][number],
  email: string,
  contact: string | undefined,
): string {
  const sameEmail = other.email !== null && other.email === email.trim().toLowerCase()
  const sameContact = other.contact !== null && other.contact === contact
  if (sameEmail && sameContact) return 'this email and phone number'
  return sameEmail ? 'this email' : 'this phone number'
}
