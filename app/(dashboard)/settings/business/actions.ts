'use server'
import { businessForm, logoForm } from '#components/settings/business-form-state.ts'
import { removeLogo, setLogo, updateBusiness } from '#lib/domain/merchants/update-business.ts'
import { fileAction } from '#lib/surfaces/file-form.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { logoPicture } from '#lib/surfaces/logo-picture.ts'
import { noFieldsForm } from '#lib/values/form.ts'

export const updateBusinessAction = formAction(updateBusiness, businessForm, {
  to: () => '/settings/business?saved=1',
  message: () => 'Business details saved',
  everywhere: true,
})

export const setLogoAction = fileAction(
  logoPicture,
  setLogo,
  formAction(setLogo, logoForm, {
    to: () => '/settings/business?saved=1',
    message: () => 'Logo saved',
    logged: () => ({ logo: 'a picture' }),
  }),
)

export const removeLogoAction = formAction(removeLogo, noFieldsForm, {
  to: () => '/settings/business?saved=1',
  message: () => 'Logo removed',
})
