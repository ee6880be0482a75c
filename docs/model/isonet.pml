/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Logical time: token managers, switch interface units that stop tokens while they send, links, executors that move time
 * on demand and help other switches, and execution ahead. Rules and names are those of docs/protocol.md; every read and
 * write of a shared word is a step of its own.
 *
 * -DSWITCHES=1: hosts 0, 1 and 2 on one switch. -DSWITCHES=2: hosts 0 and 1 on switch 0, host 2 on switch 1.
 * -DISOCHRONS=n: issued by each host, or, -DSENDERS=n, by the first hosts only. -DSUBSETS: to all hosts, or to some,
 * instead of to all.
 * -DAHEAD: rule 8; SIU and executor of a host have one owner then.
 * -DPROMISES: a host that lets tokens go promises not to stamp up to a pulse any more, and time may get there at once;
 * on one switch.
 * -DLEAPS: a thread that wants a pulse says so, looks at all hosts, and takes time there at once; on one switch, which
 * stands for a group of several ones without neighbours, so the distance between two hosts is that of three switches.
 * -DWRONG_...: a mistake that must be found.
 */

#ifndef SWITCHES
#define SWITCHES 1
#endif
#ifndef ISOCHRONS
#define ISOCHRONS 1
#endif
#ifndef SENDERS
#define SENDERS 3
#endif

#define HOSTS 3
#define IDLE 128
#define NONE 255

#ifndef PROMISES
#define idle(h) IDLE
#elif defined(WRONG_PROMISE)
#define idle(h) (IDLE + last[h])
#else
#define idle(h) (IDLE + last[h] - 1)
#endif

#if SWITCHES == 1
#define switchOf(h) 0
#else
#define switchOf(h) ((h) / 2)
#endif
#define isOn(h, m) (switchOf(h) == (m))
#define other(m) (1 - (m))

/* Links on the route; 0 to oneself. */
#ifdef LEAPS
#define distance(h, r) ((h) == (r) -> 0 : 4)
#else
#define distance(h, r) ((h) == (r) -> 0 : (switchOf(h) == switchOf(r) -> 2 : 3))
#endif
#define SHORTEST_LEAP 3
#define max(a, b) ((a) > (b) -> (a) : (b))
#define min(a, b) ((a) < (b) -> (a) : (b))
#define link(s, r) ((s) * HOSTS + (r))
#define slot(s, r, n) ((link(s, r)) * ISOCHRONS + (n))
#define isUnread(s, r) (consumed[link(s, r)] < published[link(s, r)])

byte time[SWITCHES];
#ifdef LEAPS
byte leap;
#endif
byte word[HOSTS];
byte last[HOSTS];
byte published[HOSTS * HOSTS];
byte consumed[HOSTS * HOSTS];
byte stamps[HOSTS * HOSTS * ISOCHRONS];
bool isDone[HOSTS];
byte hostsDone;
byte executorsDone;

#ifdef AHEAD
bit owned[HOSTS];
#define ENTER(h) atomic { !owned[h] -> owned[h] = 1 }
#define EXIT(h) owned[h] = 0
#else
#define ENTER(h) skip
#define EXIT(h) skip
#endif

/* A host: its application, SIU and LANai. */
proctype Host(byte h)
{
    byte sent, t, now, stamp, d, r;
    bool to[HOSTS];

    do
    :: h < SENDERS && sent < ISOCHRONS ->
        atomic
        {
            d = 0;
            for (r : 0 .. HOSTS - 1)
            {
#ifdef SUBSETS
                if
                :: to[r] = true
                :: to[r] = (r == (h + 1) % HOSTS)
                fi;
#else
                to[r] = true;
#endif
                d = (to[r] -> max(d, distance(h, r)) : d)
            }
            r = 0
        }
#ifdef WRONG_DISTANCE
        d = d - 1;
#endif
        ENTER(h);

#ifdef WRONG_LEAP_BEFORE_PIN
        stamp = leap + 1;
#endif
        /* Rule 2: the pin. */
        t = time[switchOf(h)];
#ifdef WRONG_NO_PIN
        skip;
#elif defined(WRONG_PIN_NOT_READ_AGAIN)
        word[h] = t;
#else
        do
        ::  word[h] = t;
            now = time[switchOf(h)];
            if
            :: now == t -> break
            :: else -> t = now
            fi
        od;
#endif

        /* Rule 4. */
#ifdef LEAPS
#ifndef WRONG_LEAP_BEFORE_PIN
        stamp = leap + 1;
#endif
        stamp = max(last[h], max(stamp, t + d));
#elif defined(WRONG_TIMESTAMPS_GO_BACK)
        stamp = t + d;
#else
        stamp = max(last[h], t + d);
#endif
        last[h] = stamp;

#ifdef WRONG_UNPINNED_EARLY
        word[h] = idle(h);
#endif
        r = 0;
        do
        :: r < HOSTS && to[r] ->
            d_step
            {
                /* Theorem 1: no frame comes when its pulse has ended. */
                assert(r == h || time[switchOf(r)] < stamp);
                stamps[slot(h, r, published[link(h, r)])] = stamp;
                published[link(h, r)]++;
                r++
            }
        :: r < HOSTS && !to[r] -> r++
        :: r == HOSTS -> break
        od;
        atomic
        {
            word[h] = idle(h);
            t = 0;
            now = 0;
            stamp = 0;
            d = 0;
            for (r : 0 .. HOSTS - 1)
            {
                to[r] = false
            }
            r = 0;
            sent++
        }
        EXIT(h)
    :: else -> break
    od;
    atomic { isDone[h] = true; hostsDone++ }
}

#ifdef WRONG_SCAN_ONE_TOO_LOW
#define hasSent(h, token) (word[h] + 1 >= (token))
#else
#define hasSent(h, token) (word[h] >= (token))
#endif

/*
 * Rule 1: hosts of switch m have sent token k. Sets ok. Hosts on other switches, and those whose word is IDLE for ever,
 * need no step.
 */
inline scanHosts(m, k)
{
#ifndef WRONG_HOSTS_NOT_SCANNED
    i = 0;
    do
    :: i < HOSTS && ok ->
        atomic
        {
            ok = !isOn(i, m) || hasSent(i, k);
#ifdef PROMISES
            /* Rule 1: the least of what the hosts have promised. */
            sent = (isOn(i, m) -> min(sent, max(k, word[i] - IDLE - 1)) : sent);
#endif
            i++;
            do
            :: i < HOSTS && (!isOn(i, m) || isDone[i]) -> i++
            :: else -> break
            od
        }
    :: else -> break
    od
#else
    skip
#endif
}

inline step(m, k)
{
    d_step
    {
        if
        :: time[m] == k ->
            time[m] = k + 1;
#if SWITCHES == 2
            /* Rule 1: adjacent times are never more than 1 apart. */
            assert(time[m] <= time[other(m)] + 1)
#endif
        :: else
        fi
    }
}

#ifdef LEAPS
/* Rule 1: says that time is to go to p at once, and sets ok if each host is idle then, or beyond that. */
inline mayLeap(m, p)
{
#ifndef WRONG_LEAP_NOT_RAISED
    d_step { leap = max(leap, p) };
#endif
#ifndef WRONG_LEAP_WITHOUT_LOOK
    scanHosts(m, p)
#else
    skip
#endif
}
#endif

/*
 * Moves the time of switch m towards pulse p, by 1 without promises and leaps, and helps its neighbour if that is
 * behind.
 */
inline advance(m, p)
{
    ok = true;
    k = time[m];
#ifdef PROMISES
    sent = NONE;
#endif
    if
    :: k < p ->
#if SWITCHES == 2 && !defined(WRONG_NEIGHBOURS_NOT_SCANNED)
        n = time[other(m)];
        if
        :: n < k ->
            scanHosts(other(m), n);
            if
            :: ok -> step(other(m), n)
            :: else
            fi;
            ok = ok && (time[other(m)] >= k)
        :: else
        fi;
#endif
#ifdef LEAPS
        if
        :: p - k >= SHORTEST_LEAP ->
            mayLeap(m, p);
            if
            :: ok ->
                d_step
                {
                    if
                    :: time[m] == k -> time[m] = p
                    :: else
                    fi
                };
                ok = false
            :: else -> ok = true
            fi
        :: else
        fi;
#endif
        if
        :: ok -> scanHosts(m, k)
        :: else
        fi;
        if
#ifdef PROMISES
        :: ok && sent > k ->
            sent = min(sent, p - 1);
            d_step
            {
                if
                :: time[m] == k -> time[m] = sent + 1
                :: else
                fi
            }
        :: ok && sent == k -> step(m, k)
#else
        :: ok -> step(m, k)
#endif
        :: else
        fi
    :: else
    fi
}

/* Executes what is on the link of sender s for pulses up to p. */
inline executeLink(s, p)
{
    do
    :: isUnread(s, r) && stamps[slot(s, r, consumed[link(s, r)])] <= p ->
        stamp = stamps[slot(s, r, consumed[link(s, r)])];
        /* Lemma 2: in the order of pulse and issuer; links are in issue order. */
        assert(stamp > lastStamp || stamp == lastStamp && s >= lastSender);
        lastStamp = stamp;
        lastSender = s;
        consumed[link(s, r)]++
    :: else -> break
    od
}

inline executePulse(p)
{
#ifdef WRONG_SENDERS
    s = HOSTS;
    do
    :: s > 0 -> s--; executeLink(s, p)
    :: else -> break
    od;
#else
    s = 0;
    do
    :: s < HOSTS -> executeLink(s, p); s++
    :: else -> break
    od;
#endif
    s = 0;
    stamp = 0
}

/* Finds the first frame: its pulse and its sender, and how many other hosts have one there. */
inline look()
{
    first = NONE;
    firstSender = 0;
    heads = 0;
    s = 0;
    do
    :: s < HOSTS ->
        if
        :: isUnread(s, r) ->
            stamp = stamps[slot(s, r, consumed[link(s, r)])];
            if
            :: stamp < first -> first = stamp; firstSender = s
            :: else
            fi;
            heads = heads + (s != r -> 1 : 0)
        :: else
        fi;
        s++
    :: else -> break
    od;
    s = 0;
    stamp = 0
}

#ifdef WRONG_PULSE_EARLY
#define hasEnded(p) ((p) <= ended + 1)
#else
#define hasEnded(p) ((p) <= ended)
#endif

/*
 * The executor of host r. To look at all links, and to execute, is one step: what arrives in between belongs to a later
 * pulse, as the assertion in Host says, and nobody else reads what an executor has done.
 */
proctype Executor(byte r)
{
    byte ended, first, firstSender, heads, s, i, k, n, stamp, lastStamp, lastSender;
#ifdef PROMISES
    byte sent;
#endif
    bool ok, hasExecuted;

    do
    :: isUnread(0, r) || isUnread(1, r) || isUnread(2, r) ->
        ENTER(r);
#ifdef WRONG_LINKS_BEFORE_TIME
        d_step { look(); heads = 0; firstSender = 0 }
        d_step
        {
            ended = time[switchOf(r)];
            hasExecuted = (first != NONE && hasEnded(first));
            if
            :: hasExecuted -> executePulse(first); first = NONE
            :: else
            fi
        }
#else
        d_step
        {
            look();
            hasExecuted = false;
            if
            :: first != NONE && hasEnded(first) ->
                executePulse(first);
                hasExecuted = true
#if defined(AHEAD) && !defined(WRONG_AHEAD_LOOKS_TWICE)
#ifdef WRONG_AHEAD_OF_OTHERS
            :: first != NONE && !hasEnded(first) ->
#else
            :: first != NONE && !hasEnded(first) && heads == HOSTS - 1 ->
#endif
                /* Rule 8. */
#ifndef WRONG_AHEAD_OF_LATER_STAMPS
                last[r] = max(last[r], first + 1);
#endif
                executeLink(firstSender, first);
                hasExecuted = true
#endif
            :: else
            fi;
            stamp = 0;
            firstSender = 0
        }
#endif
#ifdef WRONG_AHEAD_LOOKS_TWICE
        d_step
        {
            heads = 0;
            for (s : 0 .. HOSTS - 1)
            {
                heads = heads + (isUnread(s, r) && s != r -> 1 : 0)
            }
            s = 0;
            if
            :: !hasExecuted && first != NONE && heads == HOSTS - 1 ->
                last[r] = max(last[r], first + 1);
                firstSender = 0;
                do
                :: isUnread(firstSender, r) &&
                    stamps[slot(firstSender, r, consumed[link(firstSender, r)])] <= first -> break
                :: else -> firstSender++
                od;
                executeLink(firstSender, first);
                stamp = 0;
                firstSender = 0;
                hasExecuted = true
            :: else
            fi
        }
#endif
        heads = 0;
        if
        :: !hasExecuted && first != NONE ->
            advance(switchOf(r), first);
            atomic
            {
                ended = time[switchOf(r)];
                i = 0;
                k = 0;
                n = 0;
                ok = false
#ifdef PROMISES
                ;
                sent = 0
#endif
            }
        :: else
        fi;
        atomic { first = 0; hasExecuted = false }
        EXIT(r)
    :: hostsDone == HOSTS && !isUnread(0, r) && !isUnread(1, r) && !isUnread(2, r) -> break
    od;
    atomic { ended = 0; lastStamp = 0; lastSender = 0; executorsDone++ }
}

init
{
    atomic
    {
        byte h;
        for (h : 0 .. HOSTS - 1)
        {
            word[h] = IDLE
        }
        for (h : 0 .. HOSTS - 1)
        {
            run Host(h);
            run Executor(h)
        }
    }
}

/* INV-20: everything that is issued is executed. */
ltl progress { <> (executorsDone == HOSTS) }
