export const dashboardWords = {} as const
