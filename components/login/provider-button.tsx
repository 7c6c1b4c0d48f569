import { buttonLook } from '#components/ui/looks.ts'

type ProviderButtonProps = {
  name: string
  returnTo: string
  /** Whether the provider asks which account to use: the last one failed here. */
  otherAccount: boolean
}

/** Leads to the identity provider. A plain link, since the way leaves this site. */
export function ProviderButton({ name, returnTo, otherAccount }: ProviderButtonProps) {
  const query = new URLSearchParams({ return_to: returnTo, ...(otherAccount ? { other_account: '1' } : {}) })
  return (
    <div className="mt-4 border-t border-line pt-4 [&+div]:border-t-0 [&+div]:pt-0">
      <a href={`/login/provider?${query}`} className={`${buttonLook({ size: 'large' })} w-full`}>
        Continue with {name}
      </a>
    </div>
  )
}
