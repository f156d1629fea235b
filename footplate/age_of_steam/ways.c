/* The search of routes.all_ways, step by step the same, for machines with a compiler.

   It knows a graph and no rule: which links there are, what ends at them, what passes and what they bring has
   been asked before. routes.py says what a step is and what is found. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define WORDS 8            /* hexes as bits: 512 of them */
#define MOST_LINKS 512     /* no way is longer than there are hexes */
typedef unsigned __int128 gains_t;

typedef struct {
    int to, length;        /* `to` counts places, not hexes */
    int hex, starts;       /* whether its bits are more than that of its hex */
    uint64_t bits[WORDS], accepts, passes;
    gains_t gains;
    PyObject *side;        /* borrowed from the step */
} step_t;

typedef struct {
    int first, count;      /* its steps; none where nothing leaves it */
    PyObject *hex;         /* borrowed */
} place_t;

typedef struct {
    int to, depth;
    gains_t gains;
    uint64_t takes;
    size_t path;           /* where its steps begin in the arena */
} found_t;

typedef struct {
    place_t *places;
    step_t *steps;
    uint64_t *hopes;       /* by reach and place */
    int place_count, step_count, reach;
    found_t *found;
    size_t found_count, found_room;
    int64_t *table;        /* hash table of what was found, -1 where nothing is */
    size_t table_size;
    int *arena;
    size_t arena_count, arena_room;
    int path[MOST_LINKS];
    int failed;
} search_t;

static uint64_t mix(uint64_t x) {
    x ^= x >> 33; x *= 0xff51afd7ed558ccdULL; x ^= x >> 33; x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ x >> 33;
}

static uint64_t hash_of(int to, gains_t gains, uint64_t takes) {
    return mix((uint64_t)gains ^ mix((uint64_t)(gains >> 64) ^ mix(takes * 1024 + (uint64_t)to)));
}

static int grow_table(search_t *f) {
    size_t size = f->table_size ? 2 * f->table_size : 256;
    int64_t *table = malloc(size * sizeof *table);
    if (table == NULL) return -1;
    memset(table, 0xff, size * sizeof *table);
    for (size_t n = 0; n < f->found_count; n++) {
        found_t *one = &f->found[n];
        size_t at = hash_of(one->to, one->gains, one->takes) & (size - 1);
        while (table[at] >= 0) at = (at + 1) & (size - 1);
        table[at] = (int64_t)n;
    }
    free(f->table);
    f->table = table;
    f->table_size = size;
    return 0;
}

/* Keep a way; of ways with one outcome the shortest is listed, in the place of the first. */
static void keep(search_t *f, int to, gains_t gains, uint64_t takes, int depth) {
    if (2 * f->found_count >= f->table_size && grow_table(f) < 0) { f->failed = 1; return; }
    size_t at = hash_of(to, gains, takes) & (f->table_size - 1);
    found_t *one = NULL;
    while (f->table[at] >= 0) {
        found_t *other = &f->found[f->table[at]];
        if (other->to == to && other->takes == takes && other->gains == gains) { one = other; break; }
        at = (at + 1) & (f->table_size - 1);
    }
    if (one != NULL && one->depth <= depth) return;
    if (f->arena_count + (size_t)depth > f->arena_room) {
        size_t room = 2 * f->arena_room + 4096;
        int *arena = realloc(f->arena, room * sizeof *arena);
        if (arena == NULL) { f->failed = 1; return; }
        f->arena = arena;
        f->arena_room = room;
    }
    if (one == NULL) {
        if (f->found_count == f->found_room) {
            size_t room = 2 * f->found_room + 256;
            found_t *found = realloc(f->found, room * sizeof *found);
            if (found == NULL) { f->failed = 1; return; }
            f->found = found;
            f->found_room = room;
        }
        f->table[at] = (int64_t)f->found_count;
        one = &f->found[f->found_count++];
        one->to = to; one->gains = gains; one->takes = takes;
    }
    one->depth = depth;
    one->path = f->arena_count;
    memcpy(f->arena + f->arena_count, f->path, (size_t)depth * sizeof(int));
    f->arena_count += (size_t)depth;
}

static void go(search_t *f, int here, int left, gains_t gains, uint64_t alive, uint64_t *visited, int depth) {
    place_t *place = &f->places[here];
    for (int n = place->first; n < place->first + place->count && !f->failed; n++) {
        step_t *step = &f->steps[n];
        if (step->length > left) continue;
        uint64_t met = visited[step->hex >> 6] >> (step->hex & 63) & 1;
        for (int word = 0; step->starts && word < WORDS; word++) met |= visited[word] & step->bits[word];
        if (met) continue;
        if (depth >= MOST_LINKS) { f->failed = 1; return; }
        int rest = left - step->length;
        uint64_t takes = alive & step->accepts;
        uint64_t on = alive & step->passes & f->hopes[rest * f->place_count + step->to];
        f->path[depth] = n;
        if (takes) keep(f, step->to, gains + step->gains, takes, depth + 1);
        if (on) {
            uint64_t bit = 1ULL << (step->hex & 63);
            visited[step->hex >> 6] |= bit;
            go(f, step->to, rest, gains + step->gains, on, visited, depth + 1);
            visited[step->hex >> 6] &= ~bit;
        }
    }
}

/* For each reach that is left and each place the colours that can still be delivered. */
static void hope(search_t *f) {
    int free_steps = 0;
    for (int n = 0; n < f->step_count; n++) free_steps |= !f->steps[n].length;
    for (int left = 0; left <= f->reach; left++) {
        uint64_t *now = f->hopes + (size_t)left * f->place_count;
        int changed = 1;
        while (changed) {
            changed = 0;
            for (int p = 0; p < f->place_count; p++) {
                uint64_t colours = 0;
                for (int n = f->places[p].first; n < f->places[p].first + f->places[p].count; n++) {
                    step_t *step = &f->steps[n];
                    if (step->length <= left)
                        colours |= step->accepts
                            | (f->hopes[(size_t)(left - step->length) * f->place_count + step->to]
                               & step->passes);
                }
                if (colours != now[p]) { now[p] = colours; changed = free_steps; }
            }
        }
    }
}

/* A whole number of at most so many bits, into words, the lowest first. */
static int read_bits(PyObject *number, void *out, size_t bytes) {
    if (!PyLong_Check(number)) { PyErr_SetString(PyExc_TypeError, "a step is made of whole numbers"); return -1; }
#if PY_VERSION_HEX >= 0x030D0000
    return _PyLong_AsByteArray((PyLongObject *)number, out, bytes, 1, 0, 1);
#else
    return _PyLong_AsByteArray((PyLongObject *)number, out, bytes, 1, 0);
#endif
}

static int place_of(PyObject *numbers, place_t *places, int *count, PyObject *hex) {
    PyObject *known = PyDict_GetItemWithError(numbers, hex);
    if (known != NULL) return (int)PyLong_AsLong(known);
    if (PyErr_Occurred()) return -1;
    PyObject *number = PyLong_FromLong(*count);
    if (number == NULL) return -1;
    int failed = PyDict_SetItem(numbers, hex, number);
    Py_DECREF(number);
    if (failed) return -1;
    places[*count].hex = hex;
    places[*count].first = places[*count].count = 0;
    return (*count)++;
}

static int read_step(PyObject *numbers, search_t *f, PyObject *from, step_t *step) {
    if (!PyTuple_Check(from) || PyTuple_GET_SIZE(from) != 7) {
        PyErr_SetString(PyExc_TypeError, "a step is a tuple of seven");
        return -1;
    }
    PyObject *to = PyTuple_GET_ITEM(from, 0);
    memset(step, 0, sizeof *step);
    if ((step->to = place_of(numbers, f->places, &f->place_count, to)) < 0) return -1;
    long hex = PyLong_AsLong(to), length = PyLong_AsLong(PyTuple_GET_ITEM(from, 6));
    if (PyErr_Occurred()) return -1;
    if (hex < 0 || hex >= 64 * WORDS || length < 0 || length > 1000) {
        PyErr_SetString(PyExc_OverflowError, "more hexes or longer links than the search counts");
        return -1;
    }
    step->hex = (int)hex;
    step->length = (int)length;
    if (read_bits(PyTuple_GET_ITEM(from, 1), step->bits, sizeof step->bits) < 0) return -1;
    for (int word = 0; word < WORDS; word++)
        step->starts |= step->bits[word] != (word == hex >> 6 ? 1ULL << (hex & 63) : 0);
    step->accepts = PyLong_AsUnsignedLongLongMask(PyTuple_GET_ITEM(from, 2));
    step->passes = PyLong_AsUnsignedLongLongMask(PyTuple_GET_ITEM(from, 3));
    step->side = PyTuple_GET_ITEM(from, 4);
    if (PyErr_Occurred() || read_bits(PyTuple_GET_ITEM(from, 5), &step->gains, sizeof step->gains) < 0) return -1;
    if (step->gains >> 112) {
        PyErr_SetString(PyExc_OverflowError, "more gains than the search counts");
        return -1;
    }
    return 0;
}

/* The graph, from a mapping of places to sequences of steps. */
static int read_steps(search_t *f, PyObject *numbers, PyObject *steps) {
    Py_ssize_t at = 0, total = 0;
    PyObject *hex, *onward;
    while (PyDict_Next(steps, &at, &hex, &onward)) {
        Py_ssize_t count = PySequence_Size(onward);
        if (count < 0) return -1;
        total += count;
    }
    f->steps = calloc((size_t)total + 1, sizeof *f->steps);
    f->places = calloc((size_t)(total + PyDict_GET_SIZE(steps)) + 1, sizeof *f->places);
    if (f->steps == NULL || f->places == NULL) { PyErr_NoMemory(); return -1; }
    at = 0;
    while (PyDict_Next(steps, &at, &hex, &onward))
        if (place_of(numbers, f->places, &f->place_count, hex) < 0) return -1;
    at = 0;
    while (PyDict_Next(steps, &at, &hex, &onward)) {
        PyObject *row = PySequence_Fast(onward, "the steps of a place are a sequence");
        if (row == NULL) return -1;
        int here = place_of(numbers, f->places, &f->place_count, hex);
        Py_ssize_t count = PySequence_Fast_GET_SIZE(row);
        f->places[here].first = f->step_count;
        for (Py_ssize_t n = 0; n < count && f->step_count < total; n++) {
            if (read_step(numbers, f, PySequence_Fast_GET_ITEM(row, n), &f->steps[f->step_count]) < 0) {
                Py_DECREF(row);
                return -1;
            }
            f->step_count++;
        }
        f->places[here].count = f->step_count - f->places[here].first;
        Py_DECREF(row);
    }
    return 0;
}

static PyObject *number_of(gains_t gains) {
    if (!(gains >> 64)) return PyLong_FromUnsignedLongLong((uint64_t)gains);
    return _PyLong_FromByteArray((const unsigned char *)&gains, sizeof gains, 1, 0);
}

/* Ways from one start, as objects of the given kind of tuple. */
static int tell(search_t *f, PyTypeObject *kind, PyObject *start, PyObject *out) {
    size_t size = 256;
    while (size < 4 * f->found_count) size *= 2;
    int64_t *first = malloc(size * sizeof *first);   /* for each end and gains the first found, */
    uint64_t *told = calloc(f->found_count + 1, sizeof *told);  /* and the colours told of it */
    int failed = first == NULL || told == NULL;
    if (failed) PyErr_NoMemory();
    else memset(first, 0xff, size * sizeof *first);
    for (size_t n = 0; n < f->found_count && !failed; n++) {
        found_t *one = &f->found[n];
        size_t at = hash_of(one->to, one->gains, 0) & (size - 1);
        while (first[at] >= 0) {
            found_t *other = &f->found[first[at]];
            if (other->to == one->to && other->gains == one->gains) break;
            at = (at + 1) & (size - 1);
        }
        if (first[at] < 0) first[at] = (int64_t)n;
        uint64_t colours = one->takes & ~told[first[at]];
        told[first[at]] |= one->takes;
        if (!colours) continue;
        PyObject *sides = PyTuple_New(one->depth), *stops = PyTuple_New(one->depth), *gains = number_of(one->gains);
        failed = sides == NULL || stops == NULL || gains == NULL;
        for (int k = 0; k < one->depth && !failed; k++) {
            step_t *step = &f->steps[f->arena[one->path + (size_t)k]];
            PyTuple_SET_ITEM(sides, k, Py_NewRef(step->side));
            PyTuple_SET_ITEM(stops, k, Py_NewRef(f->places[step->to].hex));
        }
        for (int colour = 0; colour < 64 && !failed; colour++) {
            if (!(colours >> colour & 1)) continue;
            PyObject *way = kind->tp_alloc(kind, 5), *number = PyLong_FromLong(colour);
            failed = way == NULL || number == NULL;
            if (!failed) {
                PyTuple_SET_ITEM(way, 0, Py_NewRef(start));
                PyTuple_SET_ITEM(way, 1, Py_NewRef(number));
                PyTuple_SET_ITEM(way, 2, Py_NewRef(gains));
                PyTuple_SET_ITEM(way, 3, Py_NewRef(sides));
                PyTuple_SET_ITEM(way, 4, Py_NewRef(stops));
                failed = PyList_Append(out, way) < 0;
            }
            Py_XDECREF(way);
            Py_XDECREF(number);
        }
        Py_XDECREF(sides);
        Py_XDECREF(stops);
        Py_XDECREF(gains);
    }
    free(first);
    free(told);
    return failed ? -1 : 0;
}

static int look_for(search_t *f, PyTypeObject *kind, PyObject *numbers, PyObject *goods, long most, PyObject *out) {
    Py_ssize_t at = 0;
    PyObject *start, *colours;
    while (PyDict_Next(goods, &at, &start, &colours)) {
        PyObject *known = PyDict_GetItemWithError(numbers, start);
        if (known == NULL) {
            if (PyErr_Occurred()) return -1;
            continue;
        }
        int place = (int)PyLong_AsLong(known);
        uint64_t alive = PyLong_AsUnsignedLongLongMask(colours);
        if (PyErr_Occurred()) return -1;
        alive &= f->hopes[(size_t)f->reach * f->place_count + place];
        if (!alive) continue;
        long hex = PyLong_AsLong(start);
        if (hex < 0 || hex >= 64 * WORDS) {
            PyErr_SetString(PyExc_OverflowError, "more hexes than the search counts");
            return -1;
        }
        uint64_t visited[WORDS] = {0};
        visited[hex >> 6] = 1ULL << (hex & 63);
        f->found_count = f->arena_count = 0;
        if (f->table != NULL) memset(f->table, 0xff, f->table_size * sizeof *f->table);
        go(f, place, f->reach, 0, alive, visited, 0);
        if (f->failed) { PyErr_NoMemory(); return -1; }
        if (tell(f, kind, start, out) < 0) return -1;
        if (most >= 0 && PyList_GET_SIZE(out) > most) break;
    }
    return 0;
}

static PyObject *all_ways(PyObject *module, PyObject *args) {
    PyObject *kind, *steps, *goods, *out = NULL, *numbers = NULL;
    int reach;
    long most;
    if (!PyArg_ParseTuple(args, "O!O!O!il", &PyType_Type, &kind, &PyDict_Type, &steps, &PyDict_Type, &goods, &reach,
                          &most))
        return NULL;
    if (reach < 0 || !PyType_IsSubtype((PyTypeObject *)kind, &PyTuple_Type)) {
        PyErr_SetString(PyExc_ValueError, "a reach is not below zero, and a way is a kind of tuple");
        return NULL;
    }
    search_t *f = calloc(1, sizeof *f);
    if (f == NULL) return PyErr_NoMemory();
    f->reach = reach;
    out = PyList_New(0);
    numbers = PyDict_New();
    int failed = out == NULL || numbers == NULL || read_steps(f, numbers, steps) < 0;
    if (!failed) {
        f->hopes = calloc((size_t)(reach + 1) * (size_t)(f->place_count + 1), sizeof *f->hopes);
        failed = f->hopes == NULL;
        if (failed) PyErr_NoMemory();
    }
    if (!failed) {
        hope(f);
        failed = look_for(f, (PyTypeObject *)kind, numbers, goods, most, out) < 0;
    }
    free(f->places);
    free(f->steps);
    free(f->hopes);
    free(f->found);
    free(f->table);
    free(f->arena);
    free(f);
    Py_XDECREF(numbers);
    if (failed) Py_CLEAR(out);
    return out;
}

/* Where objects of a kind keep what is in a slot; -1 where it has no such slot. */
static Py_ssize_t slot_of(PyTypeObject *kind, const char *name) {
    PyObject *found = PyObject_GetAttrString((PyObject *)kind, name);
    if (found == NULL) return -1;
    Py_ssize_t at = -1;
    if (Py_IS_TYPE(found, &PyMemberDescr_Type) && PyType_IsSubtype(kind, PyDescr_TYPE(found))
        && ((PyMemberDescrObject *)found)->d_member->type == T_OBJECT_EX)
        at = ((PyMemberDescrObject *)found)->d_member->offset;
    else PyErr_SetString(PyExc_TypeError, "what is made has a slot for each part of a way");
    Py_DECREF(found);
    return at;
}

/* For each way an object with its parts in slots, as its kind would make it itself. */
static PyObject *made(PyObject *module, PyObject *args) {
    static const char *const names[] = {"hex", "colour", "sides", "stops"};
    static const int parts[] = {0, 1, 3, 4};
    Py_ssize_t slots[4];
    PyTypeObject *kind;
    PyObject *ways;
    if (!PyArg_ParseTuple(args, "O!O!", &PyType_Type, &kind, &PyList_Type, &ways)) return NULL;
    for (int n = 0; n < 4; n++)
        if ((slots[n] = slot_of(kind, names[n])) < 0) return NULL;
    Py_ssize_t count = PyList_GET_SIZE(ways);
    PyObject *out = PyList_New(count);
    for (Py_ssize_t n = 0; out != NULL && n < count; n++) {
        PyObject *way = PyList_GET_ITEM(ways, n), *one = NULL;
        if (!PyTuple_Check(way) || PyTuple_GET_SIZE(way) != 5)
            PyErr_SetString(PyExc_TypeError, "a way is a tuple of five");
        else one = kind->tp_alloc(kind, 0);
        if (one == NULL) { Py_CLEAR(out); break; }
        for (int part = 0; part < 4; part++)
            *(PyObject **)((char *)one + slots[part]) = Py_NewRef(PyTuple_GET_ITEM(way, parts[part]));
        PyList_SET_ITEM(out, n, one);
    }
    return out;
}

static PyMethodDef methods[] = {
    {"all_ways", all_ways, METH_VARARGS, "all_ways(kind, steps, goods, reach, most): see routes.all_ways."},
    {"made", made, METH_VARARGS, "made(kind, ways): see routes.made."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "ways", "The search for ways, compiled.", -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_ways(void) { return PyModule_Create(&module); }
