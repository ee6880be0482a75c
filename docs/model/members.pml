/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Logical time of several members, each with token managers and hosts of its own, and a stream to every other member:
 * rules R1 to R5 of README.md. Inside a member they are those of isonet.pml, for one switch. Every read and write of a
 * shared word is a step of its own.
 *
 * -DMEMBERS=n, each with -DHOSTS=n. -DISOCHRONS=n: issued by each host, or, -DSENDERS=n, by the first hosts only.
 * -DSUBSETS: to all members, or to the own one, instead of to all. -DCARRY: a frame for one other member carries the
 * token of its member, if it can; for two members, without -DSUBSETS. -DQUIET, with -DCARRY: to all members, or to the
 * other one; in the latter case a frame with a token wants nothing, and its sender may wait for its pulse, or not.
 * -DAHEAD=n, without -DQUIET: tokens promise n pulses more than is wanted.
 * -DWRONG_...: a mistake that must be found.
 */

#ifndef MEMBERS
#define MEMBERS 2
#endif
#ifndef HOSTS
#define HOSTS 1
#endif
#ifndef ISOCHRONS
#define ISOCHRONS 1
#endif
#ifndef AHEAD
#define AHEAD 0
#endif
#ifndef SENDERS
#define SENDERS (MEMBERS * HOSTS)
#endif

#define IDLE 128

/* Records on a stream: a frame with its timestamp; a token with a promise, AHEAD of what its member wants. */
#define FRAME 0
#define TOKEN 1
#define ROOM 6

#ifdef QUIET
/* The same, of which nothing is wanted. */
#define QUIET_FRAME 2
#define QUIET_TOKEN 3
#define Kind byte
#else
#define Kind bit
#endif

#define memberOf(h) ((h) / HOSTS)
#define pair(from, to) ((from) * MEMBERS + (to))
#define max(a, b) ((a) > (b) -> (a) : (b))

/* Links on the route: to the own switch, or over a trunk, which is one link. */
#ifdef WRONG_DISTANCE
#define distance(toAll) 1
#else
#ifdef QUIET
#define distance(toAll) 3
#else
#define distance(toAll) ((toAll) -> 3 : 2)
#endif
#endif

byte time[MEMBERS];
byte floor[MEMBERS];
byte want[MEMBERS];
byte heard[MEMBERS * MEMBERS];
byte word[MEMBERS * HOSTS];
byte hostsDone;

/* Of the promiser of each member: what it is about to promise, 0 if nothing, and what it has promised. */
byte promise[MEMBERS];
byte promised[MEMBERS];

#ifdef QUIET
/* What is waited for here, and not wanted from others; and what the others have been asked for. */
byte due[MEMBERS];
byte asked[MEMBERS];
#define awaited(m) max(want[m], due[m])
#define ask(m, pulse) asked[m] = max(asked[m], pulse)
#else
#define awaited(m) want[m]
#define ask(m, pulse) skip
#endif
#if defined(QUIET) && !defined(WRONG_QUIET_NOT_ASKED)
#define isToAsk(m) (want[m] > asked[m])
#else
#define isToAsk(m) (want[m] > promised[m])
#endif

#ifdef CARRY
/* The owner of the trunks of each member: a host whose last record is about to carry the token, or its promiser. */
bool isOwned[MEMBERS];
#define isFree(m) (!isOwned[m])
#else
#define isFree(m) true
#endif
chan stream[MEMBERS * MEMBERS] = [ROOM] of { Kind, byte };

/* A frame is on a link of member m, whose executor waits for its pulse from now on. */
inline arrive(m)
{
    /* Theorem 1: no frame comes when its pulse has ended. */
    assert(time[m] < stamp);
    want[m] = max(want[m], stamp)
}

#ifdef CARRY
/* The token that a frame carries is heard behind it. */
#ifdef WRONG_CARRIED_IN_FRONT
#define carry(m) stream[pair(memberOf(h), m)]!TOKEN, stamp; stream[pair(memberOf(h), m)]!FRAME, stamp
#else
#ifdef QUIET
inline carry(m)
{
    if
    :: toAll ->
        stream[pair(memberOf(h), m)]!FRAME, stamp;
        stream[pair(memberOf(h), m)]!TOKEN, stamp;
        ask(memberOf(h), stamp)
    :: else ->
        stream[pair(memberOf(h), m)]!QUIET_FRAME, stamp;
        stream[pair(memberOf(h), m)]!QUIET_TOKEN, stamp
    fi
}
#else
#define carry(m) stream[pair(memberOf(h), m)]!FRAME, stamp; stream[pair(memberOf(h), m)]!TOKEN, stamp
#endif
#endif

/* A frame without a token is wanted: its receivers wait for the promise of this member. */
#ifdef WRONG_QUIET_WITHOUT_TOKEN
#define sendAlone(m) stream[pair(memberOf(h), m)]!QUIET_FRAME, stamp
#else
#define sendAlone(m) stream[pair(memberOf(h), m)]!FRAME, stamp
#endif

/*
 * The last record of a pin: promises its timestamp, if nothing else is being promised, and no other host is seen to be
 * pinned. If one is, the promiser goes on with that promise, and the frame goes alone.
 */
inline sendLast(m)
{
    if
    :: atomic
        {
            isFree(memberOf(h)) && promise[memberOf(h)] == 0 && stamp > promised[memberOf(h)] ->
            isOwned[memberOf(h)] = true;
            promise[memberOf(h)] = stamp;
            floor[memberOf(h)] = stamp;
            i = 0;
            ok = true
        };
#ifndef WRONG_CARRIED_WITHOUT_LOOK
        do
        :: atomic
            {
                i < HOSTS && ok ->
                ok = (memberOf(h) * HOSTS + i == h || word[memberOf(h) * HOSTS + i] >= stamp);
                i++
            }
        :: atomic { i == HOSTS || !ok -> break }
        od;
#endif
        atomic
        {
            if
            :: ok ->
                carry(m);
                promised[memberOf(h)] = stamp;
                promise[memberOf(h)] = 0
            :: else -> sendAlone(m)
            fi;
            isOwned[memberOf(h)] = false;
            i = 0;
            ok = false
        }
    :: sendAlone(m)
    fi
}
#endif

/* A host: its application, SIU and LANai. */
proctype Host(byte h)
{
    byte sent, t, now, bound, last, stamp, m;
    bool toAll;
#ifdef CARRY
    byte i;
    bool ok;
#endif

    do
    :: h < SENDERS && sent < ISOCHRONS ->
#if defined(SUBSETS) || defined(QUIET)
        if
        :: toAll = true
        :: toAll = false
        fi;
#else
        toAll = true;
#endif
#ifdef WRONG_FLOOR_BEFORE_PIN
        bound = floor[memberOf(h)];
#endif
        /* Rule 2: the pin. */
        t = time[memberOf(h)];
        do
        ::  word[h] = t;
            atomic
            {
                now = time[memberOf(h)];
                if
                :: now == t -> break
                :: else -> t = now
                fi
            }
        od;
        /* R1: the only read of others is that of the floor. */
        atomic
        {
#ifndef WRONG_FLOOR_BEFORE_PIN
            bound = floor[memberOf(h)];
#endif
            stamp = max(last, max(t + distance(toAll), bound + 1));
            last = stamp;
            t = 0;
            now = 0;
            bound = 0
        }
        do
#ifdef QUIET
        :: atomic
            {
                m < MEMBERS && m == memberOf(h) ->
                if
                :: toAll -> arrive(m)
                :: else
                fi;
                m++
            }
#else
        :: atomic { m < MEMBERS && m == memberOf(h) -> arrive(m); m++ }
#endif
#ifdef CARRY
        :: m < MEMBERS && m != memberOf(h) -> sendLast(m); m++
#else
        :: atomic
            {
                m < MEMBERS && m != memberOf(h) ->
                if
                :: toAll -> stream[pair(memberOf(h), m)]!FRAME, stamp
                :: else
                fi;
                m++
            }
#endif
        :: atomic
            {
                m == MEMBERS ->
                word[h] = IDLE;
                m = 0;
#ifdef QUIET
                /* Who waits for the pulse wants it, whatever the frame has wanted. */
                if
                :: want[memberOf(h)] = max(want[memberOf(h)], stamp)
                :: skip
                fi;
#endif
                stamp = 0;
                toAll = false;
                sent++;
                break
            }
        od
    :: atomic { else -> last = 0; hostsDone++; break }
    od
}

#ifdef WRONG_HEARD_ONE_TOO_LOW
#define isHeard(m, x, k) (heard[pair(m, x)] >= (k))
#else
#define isHeard(m, x, k) (heard[pair(m, x)] >= (k) + 1)
#endif

/* Who waits for a pulse at member m: rules 1 and R4. It looks at the members, then at the hosts. */
proctype Mover(byte m)
{
    byte k, i;
    bool ok;

end:
    do
    :: atomic { time[m] < awaited(m) -> k = time[m]; ok = true };
        do
        :: atomic { i < MEMBERS && ok -> ok = (i == m || isHeard(m, i, k)); i++; i = (i == m -> i + 1 : i) }
        :: atomic { i >= MEMBERS || !ok -> i = 0; break }
        od;
        do
        :: atomic { i < HOSTS && ok -> ok = (word[m * HOSTS + i] >= k); i++ }
        :: atomic { i == HOSTS || !ok -> break }
        od;
        atomic
        {
            if
            :: ok && time[m] == k -> time[m] = k + 1
            :: else
            fi;
            k = 0;
            i = 0;
            ok = false
        }
    od
}

/*
 * What comes next on the stream of member x, which nobody else takes: R3. What is wanted decides only which pulses are
 * looked at, so it is no step of its own.
 */
inline hear(x)
{
    if
    :: kind == FRAME -> arrive(m)
#ifdef QUIET
    :: kind == QUIET_FRAME ->
        assert(time[m] < stamp);
        due[m] = max(due[m], stamp)
    :: kind == QUIET_TOKEN -> heard[pair(m, x)] = max(heard[pair(m, x)], stamp)
#endif
    :: else ->
        heard[pair(m, x)] = max(heard[pair(m, x)], stamp);
        want[m] = max(want[m], stamp - AHEAD)
    fi;
    kind = 0;
    stamp = 0
}

#ifdef WRONG_TOKENS_OVERTAKE
#define take(x) \
    if \
    :: stream[pair(x, m)]??TOKEN, stamp -> kind = TOKEN \
    :: stream[pair(x, m)]?kind, stamp \
    fi
#else
#define take(x) stream[pair(x, m)]?kind, stamp
#endif

/* The promiser of member m, which also reads what the others send: R2, R3 and R5. It never waits for a host. */
proctype Trunks(byte m)
{
    byte seen, stamp, x;
    Kind kind;

end:
    do
    :: atomic { m != 0 && nempty(stream[pair(0, m)]) -> take(0); hear(0) }
    :: atomic { m != 1 && nempty(stream[pair(1, m)]) -> take(1); hear(1) }
#if MEMBERS == 3
    :: atomic { m != 2 && nempty(stream[pair(2, m)]) -> take(2); hear(2) }
#endif
    :: atomic
        {
            isFree(m) && promise[m] == 0 && isToAsk(m) ->
            promise[m] = max(want[m], promised[m]) + AHEAD;
            floor[m] = promise[m];
#ifdef WRONG_HOSTS_NOT_SCANNED
            seen = HOSTS
#endif
        }
    :: atomic { isFree(m) && promise[m] != 0 && seen < HOSTS && word[m * HOSTS + seen] >= promise[m] -> seen++ }
    :: atomic
        {
            isFree(m) && promise[m] != 0 && seen == HOSTS ->
            for (x : 0 .. MEMBERS - 1)
            {
                if
                :: x != m -> stream[pair(m, x)]!TOKEN, promise[m]
                :: else
                fi
            }
            promised[m] = promise[m];
            ask(m, promise[m]);
            promise[m] = 0;
            seen = 0;
            x = 0
        }
    od
}

init
{
    atomic
    {
        byte i;
        for (i : 0 .. MEMBERS * HOSTS - 1)
        {
            word[i] = IDLE
        }
        for (i : 0 .. MEMBERS * HOSTS - 1)
        {
            run Host(i)
        }
        for (i : 0 .. MEMBERS - 1)
        {
            run Mover(i);
            run Trunks(i)
        }
        i = 0
    }
}

/* Everything is sent, and nobody waits for a pulse any more. */
#define isRead(from, to) (len(stream[pair(from, to)]) == 0)
#ifdef QUIET
#define isSettled(m) (time[m] >= want[m] && time[m] >= due[m])
#else
#define isSettled(m) (time[m] >= want[m])
#endif
#if MEMBERS == 2
#define isQuiet (isRead(0, 1) && isRead(1, 0) && isSettled(0) && isSettled(1))
#else
#define isQuiet (isRead(0, 1) && isRead(0, 2) && isRead(1, 0) && isRead(1, 2) && isRead(2, 0) && isRead(2, 1) && \
    isSettled(0) && isSettled(1) && isSettled(2))
#endif
ltl progress { <> (hostsDone == MEMBERS * HOSTS && isQuiet) }
