/** The real module except for `getDatabase`, which `connected` of database-answers.ts sets. */
module.exports = {
  ...jest.requireActual<object>('@/lib/server/database/supabase'),
  getDatabase: jest.fn(),
};
