// ---- The courses: programs that follow a game further than its table can, by their names there ---

const COURSES = { loewenherz: LoewenherzCourse, wallenstein: WallensteinCourse };

// Whoever follows the game of a log: the course that its table names, else the table alone.
function courseOf(at) {
  const Course = own(COURSES, at.rules?.course ?? "") ?? TableCourse;
  return new Course(at);
}
