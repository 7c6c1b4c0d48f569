'use server'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { fromOf } from '#lib/auth/address.ts'
import { resetPassword } from '#lib/auth/reset-password.ts'
import { Password } from '#lib/domain/users/schema.ts'
import { assertForm } from '#lib/surfaces/form-action.ts'

/** Sets a password with a link, and leads to the sign-in page. A link that no longer works leads back to its page. */
export async function setPasswordAction(
  _: { error?: string | undefined },
  form: FormData,
): Promise<{ error?: string | undefined }> {
  assertForm(form)
  const password = Password.safeParse(form.get('new_password'))
  if (!password.success) return { error: password.error.issues[0]?.message }
  const token = String(form.get('token'))
  if (await resetPassword(token, password.data, fromOf(await headers()).ip))
    redirect('/login?reason=password_set')
  redirect(`/password/${encodeURIComponent(token)}`)
}
