import { credentialColumns } from '#components/shared/credential-columns.tsx'
import { type Column, DataTable } from '#components/ui/data-table.tsx'
import type { SignInLink } from '#lib/domain/profile/schema.ts'

type ProviderName = { issuer: string; name: string } | null

/** What a linked sign-in is called: the name of the provider in the settings, else its host. */
export function linkName({ issuer }: Pick<SignInLink, 'issuer'>, provider: ProviderName): string {
  return provider && sameIssuer(provider.issuer, issuer) ? provider.name : new URL(issuer).host
}

/** How to link the provider of the settings, or with which one a person signs in. */
export function linkAdvice(links: SignInLink[], provider: ProviderName): string {
  if (provider && !links.some(({ issuer }) => sameIssuer(provider.issuer, issuer)))
    return `Sign in once with ${provider.name} to link it. Your email there must be verified, and the same as here.`
  return `You can sign in with ${links.map((link) => linkName(link, provider)).join(', ')}.`
}

/** The accounts of identity providers that a person signs in with; `provider` is that of the settings. */
export function LinkedSignIns({ links, provider }: { links: SignInLink[]; provider: ProviderName }) {
  return (
    <DataTable
      caption="Linked sign-ins, newest first"
      columns={columns(provider)}
      rows={links}
      rowKey={(link) => link.id}
    />
  )
}

/** With or without a slash at the end, as settings and providers have it. */
function sameIssuer(left: string, right: string): boolean {
  return left.replace(/\/$/, '') === right.replace(/\/$/, '')
}

const columns = (provider: ProviderName): Column<SignInLink>[] => [
  {
    key: 'provider',
    header: 'Provider',
    place: 'title',
    cell: (link) => <span className="wrap-anywhere">{linkName(link, provider)}</span>,
  },
  {
    key: 'email',
    header: 'Email there',
    place: 'detail',
    soft: true,
    cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
  },
  ...credentialColumns<SignInLink>({
    created: 'Linked',
    action: 'Unlink',
    path: '/settings/account/sign-ins',
    nameOf: (link) => linkName(link, provider),
  }),
]
