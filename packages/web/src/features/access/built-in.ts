/** Roles the server keeps in step with its own table at every start. */
export const isBuiltIn = (name: string): boolean => ['Admin', 'Alpha', 'Gamma', 'sql_lab'].includes(name)
