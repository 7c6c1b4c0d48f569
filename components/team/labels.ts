/** Why a form about the team asks for the password. */
export const CONFIRMED_AGAIN = 'The team is shared by test and live mode, so you are asked for it again.'
