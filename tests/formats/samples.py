"""A text in each format, made by hand, and the puzzle that it holds."""

import numpy as np

from fastfuto import Adjacent, ExactCover, Futoshiki, Kakuro, LatinSquare, Model, Permutations, Sudoku

PUZZLE = Futoshiki(
    [[0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 2], [0, 0, 0, 0]],
    [
        ((0, 1), (0, 2)),
        ((1, 1), (0, 1)),
        ((0, 3), (1, 3)),
        ((1, 3), (1, 2)),
        ((3, 0), (2, 0)),
        ((3, 0), (3, 1)),
    ],
)

FUTOSHIKI = {
    "source": """\
4
0 | 0 < 0 | 0
- - v - - - ^
0 | 1 | 0 > 0
- - - - - - -
0 | 0 | 0 | 2
v - - - - - -
0 < 0 | 0 | 0
""",
    "tatham": "4:0,0D,0L,0,0,1,0R,0U,0D,0,0,2,0,0L,0,0,",
    "url": (
        "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/unequal.html"
        "#4:0,0D,0L,0,0,1,0R,0U,0D,0,0,2,0,0L,0,0,"
    ),
    "tatham-save": """\
SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :7:Unequal
PARAMS  :1:4
CPARAMS :1:4
DESC    :38:0,0D,0L,0,0,1,0R,0U,0D,0,0,2,0,0L,0,0,
NSTATES :1:1
STATEPOS:1:1
""",
    "plain": """\
. .<. .
  v   ^
. 1 .>.

. . . 2
v
.<. . .
""",
    "picture": """\
. | . < . | .
    ∨       ∧
. | 1 | . > .

. | . | . | 2
∨
. < . | . | .
""",
    "futoshiki.org": "._.(._.__v___^._1_.)._______._._._2v______.(._._.\n",
    "janko": """\
puzzle futoshiki
size 4
problem
- - - « - - -
- - V - - - A
- - 1 - - » -
- - - - - - -
- - - - - - 2
V - - - - - -
- « - - - - -
""",
    "futorules": """\
(solve 4
".....1.....2...."
"-<--->---<--"
"-->>-----<--"
)
""",
    "csv": """\
4
0,0,0,0
0,1,0,0
0,0,0,2
0,0,0,0
0,1,0
0,0,-1
0,0,0
1,0,0
0,-1,0,1
0,0,0,0
-1,0,0,0
""",
    "relations-cells": """\
4
-1 -1 -1 -1
-1 1 -1 -1
-1 -1 -1 2
-1 -1 -1 -1
6
2>1
7>3
1>5
6>7
8>12
13>12
""",
    "relations-lesser": """\
4
0 0 0 0
0 1 0 0
0 0 0 2
0 0 0 0
6
1 2 1 3
1 4 2 4
2 2 1 2
2 4 2 3
4 1 3 1
4 1 4 2
""",
    "relations-greater": """\
4
0 0 0 0
0 1 0 0
0 0 0 2
0 0 0 0
6
1 3 1 2
2 4 1 4
1 2 2 2
2 3 2 4
3 1 4 1
4 2 4 1
""",
    "counts-first": """\
1
4 6
1 2 1 3
1 4 2 4
2 2 1 2
2 4 2 3
4 1 3 1
4 1 4 2
0 0 0 0
0 1 0 0
0 0 0 2
0 0 0 0
""",
    "start-rel-lesser": """\
4
START:
0;0;0;0
0;1;0;0
0;0;0;2
0;0;0;0
REL:
A2;A3
A4;B4
B2;A2
B4;B3
D1;C1
D1;D2
""",
    "start-rel-greater": """\
4
START:
0;0;0;0
0;1;0;0
0;0;0;2
0;0;0;0
REL:
A3;A2
B4;A4
A2;B2
B3;B4
C1;D1
D2;D1
""",
    "clusters": """\
0 0 0 0
0 1 0 0
0 0 0 2
0 0 0 0

0 < 0
0 0 >
0 0 0
< 0 0

0 v 0 ^
0 0 0 0
v 0 0 0
""",
    "minizinc": """\
n = 4;
values = array2d(1..4, 1..4, [
  0, 0, 0, 0,
  0, 1, 0, 0,
  0, 0, 0, 2,
  0, 0, 0, 0]);
lt = array2d(1..6, 1..4, [
  1, 2, 1, 3,
  1, 4, 2, 4,
  2, 2, 1, 2,
  2, 4, 2, 3,
  4, 1, 3, 1,
  4, 1, 4, 2]);
""",
    "asp": """\
riga(1..4).
colonna(1..4).
riempi(2,2,1).
riempi(3,4,2).
maggiore(1,3,1,2).
maggiore(2,4,1,4).
maggiore(1,2,2,2).
maggiore(2,3,2,4).
maggiore(3,1,4,1).
maggiore(4,2,4,1).
""",
    "essence": """\
language Essence 1.3
letting n be 4
letting hints be function((2,2) --> 1, (3,4) --> 2)
letting less_than be relation(((1,2),(1,3)), ((1,4),(2,4)), ((2,2),(1,2)), ((2,4),(2,3)), ((4,1),(3,1)), ((4,1),(4,2)))
""",
    "pycsp3": (
        '{"size": 4, "numHints": [{"row": 1, "col": 1, "number": 1}, {"row": 2, "col": 3, "number": 2}], "opHints": ['
        '{"row": 0, "col": 1, "lessThan": true, "horizontal": true}, '
        '{"row": 0, "col": 3, "lessThan": true, "horizontal": false}, '
        '{"row": 0, "col": 1, "lessThan": false, "horizontal": false}, '
        '{"row": 1, "col": 2, "lessThan": false, "horizontal": true}, '
        '{"row": 2, "col": 0, "lessThan": false, "horizontal": false}, '
        '{"row": 3, "col": 0, "lessThan": true, "horizontal": true}]}\n'
    ),
    "json": """\
{
  "schema": 1,
  "family": "futoshiki",
  "n": 4,
  "clues": [
    [0, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 0, 2],
    [0, 0, 0, 0]
  ],
  "inequalities": [
    [[0, 1], [0, 2]],
    [[0, 3], [1, 3]],
    [[1, 1], [0, 1]],
    [[1, 3], [1, 2]],
    [[3, 0], [2, 0]],
    [[3, 0], [3, 1]]
  ]
}
""",
    "synlogic": """\
[[X X X X,X 1 X X,X X X 2,X X X X]]
(1,2)<(1,3)
(1,4)<(2,4)
(2,2)<(1,2)
(2,4)<(2,3)
(4,1)<(3,1)
(4,1)<(4,2)
""",
    "chuk": """\
  | 1   2   3   4 |
1 | .   . < .   . |
  |     v       ^ |
2 | .   1   . > . |
  |               |
3 | .   .   .   2 |
  | v             |
4 | . < .   .   . |
""",
    "reasoning-gym": """\
Solve the following 4x4 Futoshiki puzzle:

_   _ < _   _
    ∨       ∧
_   1   _ > _

_   _   _   2
∨
_ < _   _   _
""",
}
"""`PUZZLE`, exactly as it is written."""

MATRIX = Futoshiki([[1, 2, 0, 0, 5], [0] * 5, [0, 0, 3, 0, 0], [0] * 5, [2, 0, 0, 0, 4]])

GRID = Sudoku(
    [
        [0, 0, 0, 0, 0, 0, 0, 1, 2],
        [0, 0, 0, 0, 3, 5, 0, 0, 0],
        [0, 0, 0, 6, 0, 0, 0, 7, 0],
        [7, 0, 0, 0, 0, 0, 3, 0, 0],
        [0, 0, 0, 4, 0, 0, 8, 0, 0],
        [1, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 1, 2, 0, 0, 0, 0],
        [0, 8, 0, 0, 0, 0, 0, 4, 0],
        [0, 5, 0, 0, 0, 0, 6, 0, 0],
    ]
)
SMALL = Sudoku([[0, 0, 0, 1], [0, 2, 0, 0], [0, 0, 3, 0], [0, 0, 0, 0]])
SUMS = Kakuro([[None, (4, 0), (6, 0)], [(0, 3), 0, 0], [(0, 7), 0, 0]])

SAMPLES = {
    **{name: (text, PUZZLE) for name, text in FUTOSHIKI.items()},
    "typed": (
        "[ ] [ ]<[ ] [ ]\n     v       ^\n[ ] [1] [ ]>[ ]\n[ ] [ ] [ ] [2]\n v\n[ ]<[ ] [ ] [ ]\n",
        PUZZLE,
    ),
    "matrix": ("1 2 0 0 5\n0 0 0 0 0\n0 0 3 0 0\n0 0 0 0 0\n2 0 0 0 4\n", MATRIX),
    "sudoku": (".......12....35......6...7.7.....3.....4..8..1...........12.....8.....4..5....6..\n", GRID),
    "sadman": (
        "[Puzzle]\n.......12\n....35...\n...6...7.\n7.....3..\n...4..8..\n1........\n...12....\n.8.....4.\n.5....6..\n",
        GRID,
    ),
    "opensudoku": (
        '<opensudoku><game data="0000000120000350000006000707000003000004008001000000000001200000800000400500006'
        '00"/></opensudoku>\n',
        GRID,
    ),
    "sudoku-extreme": (
        "fastfuto,.......12....35......6...7.7.....3.....4..8..1...........12.....8.....4..5....6..,,\n",
        GRID,
    ),
    "sudoku-candidates": (
        "".join(
            "." * (v - 1) + str(v) + "." * (9 - v) if v else "123456789" for v in GRID.clues.ravel().tolist()
        )
        + "\n",
        GRID,
    ),
    "futoshiki-candidates": (
        """\
1234   1234 < 1234   1234
-      v      -      ^
1234   1      1234 > 1234
-      -      -      -
1234   1234   1234   2
v      -      -      -
1234 < 1234   1234   1234
""",
        PUZZLE,
    ),
    "f-puzzles": (
        "https://f-puzzles.com/?load=N4IgzglgXgpiBcAWANCA5gJwgEwQbT2AF9ljSTQA3AQwBsBXOeARlTQkpgDsEAXDRkQC6yQhRA0GTAExs"
        "O3PgJgUVIseVIS6jBAGY5nHvH6DyashdVCiQA==\n",
        SMALL,
    ),
    "kakuro": ("3 3\n    * (4,0) (6,0)\n(0,3)     0     0\n(0,7)     0     0\n", SUMS),
    "kakuro-pipes": ("|  x | 4\\ | 6\\ |\n| \\3 |  - |  - |\n| \\7 |  - |  - |\n", SUMS),
    "kakuro-rows": ("\\ 4\\ 6\\\n\\3 _ _\n\\7 _ _\n", SUMS),
    "kakuro-csv": ("\\,4\\,6\\\n\\3,,\n\\7,,\n", SUMS),
    "cross-sums": (": 4: 6:\n:3 _ _\n:7 _ _\n", SUMS),
    "puzzlekit": ("3 3\n- 4, 6,\n,3 0 0\n,7 0 0\n", SUMS),
    "solo": ("2x2:c1a2d3e", SMALL),
    "pzprjs": ("https://puzz.link/p?kakuro/2/2/n4637", SUMS),
    "cover": (
        "a b | c\na c:x\nb c:x\n",
        ExactCover([{"a": None, "c": "x"}, {"b": None, "c": "x"}], primary=["a", "b"], secondary=["c"]),
    ),
    "cover-matrix": (
        "p q r\none 1 1 0\ntwo 0 0 1\nthree 0 1 1\nfour 1 0 0\n",
        ExactCover(
            {"one": ["p", "q"], "two": ["r"], "three": ["q", "r"], "four": ["p"]}, primary=["p", "q", "r"]
        ),
    ),
    "permutations": (
        "permutations 3\n0 < 1\n0 != 3\n3 !~ 1\n",
        Permutations(3, forbidden=[(0, 3)], order=[(0, 1)], forbidden_neighbours=[(3, 1)]),
    ),
    "adjacent": (
        "adjacent 2:\n0 | 0\n-   -\n1 | 0\n",
        Adjacent([[0, 0], [1, 0]], [((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1))]),
    ),
    "dimacs": (
        """\
c Variable CELL * 2 + VALUE: the cell, counted from 0, takes the value, 1 to 2.
c The cell in ROW and COLUMN, both counted from 0, is ROW * 2 + COLUMN.
c {
c   "schema": 1,
c   "family": "futoshiki",
c   "n": 2,
c   "clues": [
c     [0, 0],
c     [0, 0]
c   ],
c   "inequalities": [
c     [[0, 0], [0, 1]]
c   ]
c }
p cnf 8 28
1 2 0
-1 -2 0
3 4 0
-3 -4 0
5 6 0
-5 -6 0
7 8 0
-7 -8 0
1 3 0
-1 -3 0
2 4 0
-2 -4 0
5 7 0
-5 -7 0
6 8 0
-6 -8 0
1 5 0
-1 -5 0
2 6 0
-2 -6 0
3 7 0
-3 -7 0
4 8 0
-4 -8 0
-1 4 0
-2 0
-3 0
-4 1 0
""",
        Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))]),
    ),
    "qcp": ("order 3\n  0  1 -1\n -1  2 -1\n -1 -1 -1\n", LatinSquare([[1, 2, 0], [0, 3, 0], [0, 0, 0]])),
    "latin": ("1 2 0\n0 3 0\n0 0 0\n", LatinSquare([[1, 2, 0], [0, 3, 0], [0, 0, 0]])),
}
"""By name of the format: a text, exactly as it is written, and its puzzle."""

NUMBERS = LatinSquare([[1, 2, 0], [0, 3, 0], [0, 0, 0]])
NOTES = [[str(value) if value else "123456789" for value in row] for row in GRID.clues.tolist()]
NOTED = Model(
    LatinSquare(3).model().skeleton,
    [{1}, {2, 3}, 0, {2, 3}, 0, 0, {1}, {2}, {3}],
    [(0, 1), (1, 4)],
)
ROWS = ExactCover(
    np.array(
        [[int(c) for c in row] for row in ["0010110", "1001001", "0110010", "1001000", "0100001", "0001101"]]
    )
)
JIGSAW = Sudoku([[1, 0, 0], [0, 0, 0], [0, 0, 2]], regions=[[0, 0, 1], [0, 1, 1], [2, 2, 2]])
FURTHER = [
    ("solo", "3jdb:1g2,a_d__a_", JIGSAW),
    ("solo", "3x3r4:g1_2d3_5f6c7a7e3e4b8b1k1_2e8e4b5d6b", GRID),
    ("pzprjs", "https://puzz.link/p?sudoku/9/9/m12j35l6i7g7k3k4h8h1q12k8k4h5j6h", GRID),
    (
        "tatham-save",
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :4:Solo\n"
        "PARAMS  :3:2x2\nDESC    :7:c1a2d3e\n",
        SMALL,
    ),
    ("url", "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/solo.html#2x2:c1a2d3e", SMALL),
    ("tatham", FUTOSHIKI["tatham"][2:], PUZZLE),
    ("tatham", "a0D,0L,b1,0R,0U,0D,b2,a0L,0,0", PUZZLE),
    (
        "tatham-save",
        FUTOSHIKI["tatham-save"].replace("PARAMS  :1:4", "PARAMS  :4:5adt") + "MOVE    :6:R0,0,3\n",
        PUZZLE,
    ),
    ("url", FUTOSHIKI["url"].replace(":0,", "%3A0%2C"), PUZZLE),
    ("url", "https://www.sudokuwiki.org/sudoku.htm?bd=" + SAMPLES["sudoku"][0], GRID),
    ("url", "https://sudokuexchange.com/play/?s=" + SAMPLES["sudoku"][0].replace(".", "0"), GRID),
    ("minizinc", "N=3;\nstart=[|\n1, 2, 0|\n0, 3, 0|\n0, 0, 0|];\n", NUMBERS),
    ("essence", "language ESSENCE' 1.0\nletting N = 3\nletting start = [[1,2,0],[0,3,0],[0,0,0]]\n", NUMBERS),
    (
        "essence",
        "$ Easy\nlanguage ESSENCE' 1.0\nletting grid_size be 4\nletting values be\n[\n [0, 0, 0, 0],\n [0, 1, 0, 0],\n"
        " [0, 0, 0, 2],\n [0, 0, 0, 0]\n]\nletting lastdx be 5\nletting lt be\n[\n[1,2,1,3],\n[2,2,1,2],\n[1,4,2,4],\n"
        "[2,4,2,3],\n[4,1,3,1],\n[4,1,4,2]\n]\n",
        PUZZLE,
    ),
    ("sudoku-candidates", f"+{'-' * 95}+\n" + "".join(f"| {' '.join(row)} |\n" for row in NOTES), GRID),
    ("futoshiki-candidates", "1 < 23 123\n     ^\n23 123 123\n1   2   3\n", NOTED),
    ("cover-matrix", "0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n", ROWS),
    ("cover-matrix", "0,0,1\n1,1,0\n", ExactCover([[2], [0, 1]], primary=[0, 1, 2])),
    ("kakuro-rows", "x 4\\ 6\\\n\\3 . .\n\\7 . .\n", SUMS),
]
"""Other texts of detected formats, and their puzzles."""
